import dynamic from 'next/dynamic'
import { MissingScript } from '../_components/missing-script'

/** The availability form. Its script loads once, when the first section with the form opens. */
export const AvailabilityForm = dynamic(
  () => import('./availability-form').then((file) => file.AvailabilityForm).catch(() => MissingScript),
  { loading: () => <p role="status">Loading...</p> },
)
