import type { AdminRequest } from '@/lib/requests/request'
import { RequestLink } from '../_components/request-link'

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
