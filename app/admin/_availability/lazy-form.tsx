import dynamic from 'next/dynamic'
import { MissingScript } from '../_components/missing-script'

/** `AvailabilityForm`, whose script loads when a section with the form opens. */
export const AvailabilityForm = dynamic(
  () => import('./availability-form').then((file) => file.AvailabilityForm).catch(() => MissingScript),
  { loading: () => <p role="status">Loading...</p> },
)
