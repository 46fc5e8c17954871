'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { useAdminAction } from '../../_components/use-admin-action'
import { deleteOffer } from '../actions'

export function DeleteOffer({ id, email }: { id: string; email: string }) {
  const { run, pending } = useAdminAction()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button size="xs" variant="outline" onClick={() => setConfirming(true)}>
        Delete<span className="sr-only"> the offer of {email}</span>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Delete this offer?"
        cancelLabel="Keep"
        confirm={
          <ConfirmButton
            variant="destructive"
            pending={pending}
            onClick={() =>
              run(() => deleteOffer(id), {
                failure: 'Failed to delete the offer',
                onResult: () => setConfirming(false),
              })
            }
          >
            Delete now
          </ConfirmButton>
        }
        onClose={() => setConfirming(false)}
      >
        <p>Its text, all its versions and its acceptance go. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}
