'use client'

import { startTransition, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cleanLine } from '@/lib/text'
import { useAdminAction } from '../_components/use-admin-action'
import type { LocationState } from '@/lib/mail/queries'
import type { RequestDetails } from '@/lib/requests/queries'
import type { Booking } from '@/lib/requests/request'
import { tellVisitors } from '../_notices/actions'
import { useKeptText } from '../_components/use-kept-text'
import { changeLocation } from './actions'

interface CallLocationProps {
  booking: Booking
  /** What its visitor learns of a change; undefined when that could not be read. */
  known: RequestDetails['location'] | undefined
}

/**
 * Where this one call happens. Empty, it is where all calls do. It is saved when the field is left,
 * too: who types a location and confirms the booking means both.
 */
export function CallLocation({ booking, known }: CallLocationProps) {
  const { id, location = null } = booking
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
      onResult: (result) => 'message' in result && startTransition(() => setTyped(null)),
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
          placeholder={known?.usual.kind === 'phone' ? 'We ring you' : known?.usual.name}
          aria-describedby={`${field}-hint`}
          className="min-h-9 min-w-0 px-2.5 text-sm"
        />
        <Button type="submit" size="sm" variant="outline" aria-disabled={pending}>
          Save
        </Button>
      </div>
      <p id={`${field}-hint`} className="[overflow-wrap:anywhere] text-muted-foreground">
        {describeKnown(booking, known?.state)}
      </p>
      {known?.state === 'outdated' && (
        <div>
          <Button
            size="sm"
            variant="outline"
            aria-disabled={pending}
            onClick={() => run(() => tellVisitors([id]), { failure: 'Failed to tell them' })}
          >
            Tell them
          </Button>
        </div>
      )}
    </form>
  )
}

/** What its visitor knows of the location, and what they will be told of a change. */
function describeKnown({ name, known }: Booking, state: LocationState | undefined): string {
  const told = `${name} was told “${known?.wording}”.`
  switch (state) {
    case 'begun':
      return 'The call has begun, so nobody is told of a change.'
    case 'off':
      return 'It is on their page. No mail server is set up, so nobody is told of a change: copy their link above and send it to them.'
    case 'unknown':
      return `${name} reads it in the next email, and on their page.`
    case 'known':
      return `${told} They get an email about a change a minute after you save it.`
    case 'waits':
      return `${told} They get an email about the change a minute after it was saved.`
    case 'outdated':
      return `${told} That is not where the call happens now, and no email about it is on its way.`
    default:
      return 'The person reads it once the call is confirmed.'
  }
}
