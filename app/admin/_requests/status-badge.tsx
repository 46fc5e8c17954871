import { Badge } from '@/components/ui/badge'
import { type Status, statusTones } from '@/lib/requests/request'

export function StatusBadge({ status }: { status: Status }) {
  return <Badge variant={statusTones[status]}>{status}</Badge>
}
