import { Copy, Mail, PanelRightOpen } from 'lucide-react'
import { mailto } from '@/lib/booking/mailto'
import type { Admin } from '@/lib/requests/one-request'
import { type AdminRequest, isErased, nextStatuses } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { useAuth } from '../../_components/auth-context'
import { copyText } from '../../_components/copy-text'
import { doOnce } from '../../_components/do-once'
import { MoreMenu } from '../../_components/more-menu'
import { useAdminAction } from '../../_components/use-admin-action'
import { changeOwner } from '../owner-actions'
import { useMoveCall } from '../calls/move-call'
import { verbOf } from '../labels'

interface RowActionsProps {
  request: AdminRequest
  admins: Admin[]
  onOpen: () => void
  onStatus: (status: Status) => void
}

export function RowActions({ request, admins, onOpen, onStatus }: RowActionsProps) {
  const { id, revision, owner = null, name, email } = request
  const { run } = useAdminAction()
  const move = useMoveCall(request)
  const me = useAuth().user?.id
  const give = (to: string) =>
    run(() => doOnce(changeOwner, { id, owner: to, seen: owner }, revision), {
      failure: 'Failed to give the request',
    })
  const isGone = isErased(request)
  return (
    <MoreMenu
      variant="ghost"
      size="xs"
      className="size-8 px-0"
      label={`Actions for ${name}`}
      groups={[
        [
          { name: 'Details', icon: <PanelRightOpen aria-hidden />, onPress: onOpen },
          !isGone && {
            name: 'Copy email address',
            icon: <Copy aria-hidden />,
            onPress: () => void copyText(email, 'Email address copied'),
          },
          !isGone && { name: 'Write an email', icon: <Mail aria-hidden />, href: mailto(email) },
        ],
        isGone
          ? []
          : admins
              .filter((admin) => admin.id !== owner)
              .map((admin) => ({
                name: admin.id === me ? 'I take it' : `Give to ${admin.email}`,
                onPress: () => give(admin.id),
              })),
        [
          move && { name: 'Move call…', onPress: move },
          ...nextStatuses(request).map((status) => ({
            name: verbOf(status, request),
            isDestructive: status === 'cancelled',
            onPress: () => onStatus(status),
          })),
        ],
      ]}
    />
  )
}
