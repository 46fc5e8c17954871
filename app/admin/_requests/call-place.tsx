'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { callPlace } from '@/lib/content/call'
import { useAdminAction } from '../_components/use-admin-action'
import { changeLocation } from './actions'

/** Where this one call happens. Empty, it is where all calls do. */
export function CallPlace({ id, location }: { id: string; location: string | null }) {
  const { run, pending } = useAdminAction()
  const field = useId()
  return (
    <form
      className="mt-5 grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('location')
        run(
          () => changeLocation({ id, location: typeof typed === 'string' ? typed : '' }),
          'Failed to save the place',
        )
      }}
    >
      <Label htmlFor={field}>Place of this call</Label>
      <div className="flex gap-2">
        <Input
          key={location}
          id={field}
          name="location"
          maxLength={500}
          defaultValue={location ?? ''}
          placeholder={callPlace.kind === 'video' ? callPlace.name : 'We ring you'}
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
