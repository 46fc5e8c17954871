import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import type { Admin } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import { useAuth } from '../../_components/auth-context'
import { doOnce } from '../../_components/do-once'
import { useAdminAction } from '../../_components/use-admin-action'
import { changeOwner } from '../../requests/actions'

/** The menu items that give a request to an admin. */
export function OwnerItems({
  request: { id, revision, owner },
  admins,
}: {
  request: AdminRequest
  admins: Admin[]
}) {
  const { run } = useAdminAction()
  const me = useAuth().user?.id
  return admins
    .filter((admin) => admin.id !== owner)
    .map((admin) => (
      <DropdownMenuItem
        key={admin.id}
        onSelect={() =>
          run(() => doOnce(changeOwner, { id, owner: admin.id, seen: owner ?? null }, revision), {
            failure: 'Failed to give the request',
          })
        }
      >
        {admin.id === me ? 'I take it' : `Give to ${admin.email}`}
      </DropdownMenuItem>
    ))
}
