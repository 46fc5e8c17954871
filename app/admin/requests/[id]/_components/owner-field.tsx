'use client'

import { useId } from 'react'
import { NativeSelect } from '@/components/ui/native-select'
import { useHydrated } from '@/components/use-hydrated'
import type { Admin } from '@/lib/requests/one-request'
import type { AdminRequest } from '@/lib/requests/request'
import { ActionButton } from '../../../_components/action-button'
import { doOnce } from '../../../_components/do-once'
import { useAdminAction } from '../../../_components/use-admin-action'
import { DetailRow } from './detail-row'
import { changeOwner } from '../../../_requests/owner-actions'

export function OwnerField({ request, admins, me }: { request: AdminRequest; admins: Admin[]; me: string }) {
  const { id, revision, owner = null } = request
  const { run, pending } = useAdminAction()
  const isHydrated = useHydrated()
  const field = useId()

  function give(to: string | null) {
    run(() => doOnce(changeOwner, { id, owner: to, seen: owner }, revision), {
      failure: 'Failed to give the request',
    })
  }

  return (
    <DetailRow
      name={<label htmlFor={field}>Who answers</label>}
      value={
        <NativeSelect
          id={field}
          density="dense"
          value={owner ?? ''}
          disabled={pending || !isHydrated} // disabled before hydration, because a choice would be lost
          onChange={(event) => give(event.target.value || null)}
          className="min-h-8 w-full min-w-0"
        >
          <option value="">Nobody yet</option>
          {admins.map(({ id: admin, email }) => (
            <option key={admin} value={admin}>
              {email}
            </option>
          ))}
        </NativeSelect>
      }
    >
      {owner !== me && (
        <ActionButton
          size="xs"
          variant="ghost"
          className="-mr-2.5 text-brand"
          pending={pending}
          onClick={() => give(me)}
        >
          I take it
        </ActionButton>
      )}
    </DetailRow>
  )
}
