'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { useAdminAction } from '../../_components/use-admin-action'
import { erasePersonalData } from './actions'

interface ErasePersonProps {
  email: string
  /** How many requests carry this e-mail; undefined while that is not known. */
  sameEmail: number | undefined
  onDone: () => void
}

/** Erases a person from every request of theirs, after a question. */
export function ErasePerson({ email, sameEmail, onDone }: ErasePersonProps) {
  const { run, pending } = useAdminAction()
  const [asking, setAsking] = useState(false)
  const requests =
    sameEmail === 1 ? 'this request' : sameEmail ? `all ${sameEmail} requests` : 'every request'

  function erase() {
    run(() => erasePersonalData(email), {
      failure: 'Failed to erase personal data',
      onResult(result) {
        setAsking(false)
        if ('message' in result) onDone()
      },
    })
  }

  return (
    <>
      <Button size="sm" variant="ghost" className="text-destructive" onClick={() => setAsking(true)}>
        Erase personal data
      </Button>
      <ConfirmDialog
        open={asking}
        title="Erase personal data?"
        cancelLabel="Keep"
        confirm={
          <ConfirmButton variant="destructive" pending={pending} onClick={erase}>
            Erase now
          </ConfirmButton>
        }
        onClose={() => setAsking(false)}
      >
        <p>
          Name, email, all they wrote and the history go from {requests} of this address. Dates, times and
          statuses stay. This cannot be undone.
        </p>
        <p>Offers go too, but for accepted ones: those stay until their date, under “Offers”.</p>
      </ConfirmDialog>
    </>
  )
}
