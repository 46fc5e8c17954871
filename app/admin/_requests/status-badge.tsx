import { Badge } from '@/components/ui/badge'
import { statusTones } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'

export function StatusBadge({ status }: { status: Status }) {
  return <Badge variant={statusTones[status]}>{status}</Badge>
}
