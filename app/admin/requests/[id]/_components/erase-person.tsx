'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { formatDate, formatTime } from '@/lib/dates'
import type { PersonRequest } from '@/lib/requests/one-request'
import { ConfirmButton, ConfirmDialog } from '../../../_components/confirm-dialog'
import { useAdminAction } from '../../../_components/use-admin-action'
import { erasePersonalData } from '../../actions'

export function ErasePerson({
  email,
  sameEmail,
  ahead,
}: {
  email: string
  /** The number of requests with the person's e-mail address. */
  sameEmail: number
  ahead: PersonRequest[]
}) {
  const { run, pending } = useAdminAction()
  const [isConfirming, setConfirming] = useState(false)
  const [cancels, setCancels] = useState(true)
  const requests = sameEmail === 1 ? 'this request' : `all ${sameEmail} requests`

  function erase() {
    run(() => erasePersonalData({ email, cancels: cancels && ahead.length > 0 }), {
      failure: 'Failed to erase personal data',
      onResult: () => setConfirming(false),
    })
  }

  return (
    <>
      <Button size="xs" variant="ghost" className="text-destructive" onClick={() => setConfirming(true)}>
        Erase personal data
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Erase personal data?"
        cancelLabel="Keep"
        confirm={
          <ConfirmButton variant="destructive" pending={pending} onClick={erase}>
            Erase now
          </ConfirmButton>
        }
        onClose={() => setConfirming(false)}
      >
        <p>
          Name, email, all they wrote and the history go from {requests} of this address. Dates, times and
          statuses stay. This cannot be undone.
        </p>
        {ahead.length > 0 && (
          <>
            <p>
              {ahead.length === 1 ? 'A call of theirs is' : `${ahead.length} calls of theirs are`} still
              ahead:{' '}
              {ahead
                .map(
                  ({ date, start_time }) =>
                    `${formatDate(date ?? '')}, ${formatTime(start_time ?? '', true)}`,
                )
                .join('; ')}
              .
            </p>
            <label className="flex items-center gap-2">
              <Checkbox checked={cancels} onCheckedChange={(checked) => setCancels(checked === true)} />
              {ahead.length === 1 ? 'Cancel it as well' : 'Cancel them as well'}
            </label>
          </>
        )}
        <p>Offers go too, but for accepted ones: those stay until their date, under “Offers”.</p>
      </ConfirmDialog>
    </>
  )
}
