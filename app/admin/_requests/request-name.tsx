import type { AdminRequest } from '@/lib/requests/request'
import { RequestLink } from '../_components/request-link'

/** A request's name as a link to its page. */
export function RequestName({ request }: { request: AdminRequest }) {
  return (
    <RequestLink
      id={request.id}
      className="min-w-0 truncate rounded font-medium text-inherit no-underline hover:underline"
    >
      <bdi>{request.name}</bdi>
    </RequestLink>
  )
}
