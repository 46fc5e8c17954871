'use client'

import { startTransition, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cleanLine } from '@/lib/text'
import { usualLocation } from '@/lib/content/call'
import { useAdminAction } from '../_components/use-admin-action'
import { useKeptText } from '../_components/use-kept-text'
import { changeLocation } from './actions'

/**
 * Where this one call happens. Empty, it is where all calls do. It is saved when the field is left,
 * too: who types a location and confirms the booking means both.
 */
export function CallLocation({ id, location }: { id: string; location: string | null }) {
  const { run, pending } = useAdminAction()
  const [typed, setTyped] = useKeptText(`location ${id}`)
  const field = useId()
  const saved = location ?? ''

  function save() {
    const next = cleanLine(typed ?? saved)
    if (next === saved) return setTyped(null)
    run(() => changeLocation({ id, location: next }), {
      failure: 'Failed to save the location',
      // In a transition, so that the field changes together with the page, which has the new
      // location.
      onResult: ({ status }) => status === 'success' && startTransition(() => setTyped(null)),
    })
  }

  return (
    <form
      className="mt-5 grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Label htmlFor={field}>Location of this call</Label>
      <div className="flex gap-2">
        <Input
          id={field}
          maxLength={500}
          value={typed ?? saved}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
          placeholder={usualLocation.kind === 'video' ? usualLocation.name : 'We ring you'}
          aria-describedby={`${field}-hint`}
          className="min-h-9 min-w-0 px-2.5 text-sm"
        />
        <Button type="submit" size="sm" variant="outline" aria-disabled={pending}>
          Save
        </Button>
      </div>
      <p id={`${field}-hint`} className="text-muted-foreground">
        The person reads it once the call is confirmed.
      </p>
    </form>
  )
}
