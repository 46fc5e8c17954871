import dynamic from 'next/dynamic'
import { MissingScript } from '../_components/missing-script'

/** Its script loads when a section with the form opens. */
export const HoursForm = dynamic(
  () => import('./hours-form').then((file) => file.HoursForm).catch(() => MissingScript),
  { loading: () => <p role="status">Loading...</p> },
)
