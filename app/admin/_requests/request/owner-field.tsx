'use client'

import { useId } from 'react'
import { Label } from '@/components/ui/label'
import { NativeSelect } from '@/components/ui/native-select'
import type { Admin } from '@/lib/requests/details'
import { useAuth } from '../../_components/auth-context'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { changeOwner } from './actions'

interface OwnerFieldProps {
  id: string
  /** The user id of the admin who looks after the request. */
  owner: string | null
  admins: Admin[]
}

/** Who looks after a request. Both read it in the list; either can take it or give it. */
export function OwnerField({ id, owner, admins }: OwnerFieldProps) {
  const { run, pending } = useAdminAction()
  const me = useAuth().user?.id
  const field = useId()

  function give(to: string | null) {
    run(() => changeOwner({ id, owner: to, seen: owner }), { failure: 'Failed to give the request' })
  }

  return (
    <div className="mt-5 grid gap-1.5">
      <Label htmlFor={field}>Who answers</Label>
      <div className="flex gap-2">
        <NativeSelect
          id={field}
          density="dense"
          value={owner ?? ''}
          disabled={pending}
          onChange={(event) => give(event.target.value || null)}
          className="min-w-0"
        >
          <option value="">Nobody yet</option>
          {admins.map(({ id: admin, email }) => (
            <option key={admin} value={admin}>
              {email}
            </option>
          ))}
        </NativeSelect>
        {me !== undefined && owner !== me && (
          <ActionButton size="sm" variant="outline" pending={pending} onClick={() => give(me)}>
            I take it
          </ActionButton>
        )}
      </div>
    </div>
  )
}
