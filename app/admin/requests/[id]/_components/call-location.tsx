'use client'

import { useId, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { cleanLine } from '@/lib/text'
import { ActionButton } from '../../../_components/action-button'
import { useAdminAction } from '../../../_components/use-admin-action'
import type { LocationState } from '@/lib/requests/untold-people'
import type { Booking } from '@/lib/requests/request'
import type { UsualLocation } from '@/lib/settings/schema'
import { tellVisitors } from '../../../_requests/untold/actions'
import { changeLocation } from '../../../_requests/calls/call-actions'

/**
 * Empty means the usual location. Also saves on blur, because an admin who types a location and presses
 * Confirm wants both. After a change by another admin, only Save overwrites it.
 */
export function CallLocation({
  booking,
  state,
  ...props
}: {
  booking: Booking
  /** The location of calls without a location of their own. */
  usual: UsualLocation
  /** The location as the visitor knows it. */
  state: LocationState
}) {
  const { id, location = null } = booking
  const { run, pending } = useAdminAction()
  const [draft, setDraft] = useState<string | null>(null)
  const typed = useRef(draft)
  const field = useId()
  const usual = props.usual.kind === 'phone' ? 'We ring you' : props.usual.name
  const saved = location ?? ''
  /** The saved location when the admin began to type. */
  const [seen, setSeen] = useState(saved)
  /** True to save again after the running save: meanwhile the field lost the focus, or Save was pressed. */
  const savesAgain = useRef(false)
  const isUnsaved = draft !== null && cleanLine(draft) !== saved

  function change(text: string | null) {
    typed.current = text
    setDraft(text)
  }

  function save(text = draft ?? saved, over = saved) {
    const next = cleanLine(text)
    if (next === over) return change(null)
    const sent = typed.current
    savesAgain.current = false
    run(() => changeLocation({ id, location: next, seen: over }), {
      failure: 'Failed to save the location',
      onShown(result) {
        if (result.kind !== 'done') return
        setSeen(next)
        if (typed.current === sent) change(null)
        else if (savesAgain.current) save(typed.current ?? next, next)
      },
    })
  }

  function leave() {
    if (pending) savesAgain.current = true
    else if (!isUnsaved) change(null)
    else if (seen === saved) save()
  }

  return (
    <details className="group">
      <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-3 rounded py-0.5 [&::-webkit-details-marker]:hidden">
        <span className="w-26 shrink-0 text-muted-foreground">Location</span>
        <span className="min-w-0 grow basis-20 truncate">{location ?? `Usual: ${usual}`}</span>
        <span aria-hidden className="px-0 text-sm font-semibold text-brand group-open:hidden">
          Change
        </span>
      </summary>
      <form
        className="grid gap-1.5 pt-1 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (pending) savesAgain.current = true
          else save()
        }}
      >
        <Label htmlFor={field}>Location of this call</Label>
        <div className="flex gap-2">
          <Input
            id={field}
            maxLength={500}
            value={draft ?? saved}
            onChange={(event) => {
              if (draft === null) setSeen(saved)
              change(event.target.value)
            }}
            onBlur={leave}
            placeholder={usual}
            aria-describedby={`${field}-hint`}
            className="min-h-9 min-w-0 px-2.5 text-sm"
          />
          <ActionButton type="submit" size="sm" variant="outline" pending={pending}>
            Save
          </ActionButton>
        </div>
        <p id={`${field}-hint`} className="[overflow-wrap:anywhere] text-muted-foreground">
          {isUnsaved && <strong>Not saved yet. </strong>}
          {isUnsaved && seen !== saved && <span>{`${describeSaved(location)} `}</span>}
          <span>{describeKnown(booking, state)}</span>
        </p>
        {state === 'outdated' && (
          <div>
            <ActionButton
              size="sm"
              variant="outline"
              pending={pending}
              onClick={() => run(() => tellVisitors([id]), { failure: 'Failed to tell them' })}
            >
              Tell them
            </ActionButton>
          </div>
        )}
      </form>
    </details>
  )
}

function describeSaved(location: string | null): string {
  return location ? `It is “${location}” until you save this.` : 'It is the usual one until you save this.'
}

function describeKnown({ name, known }: Booking, state: LocationState): string {
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
    case 'unconfirmed':
      return 'The person reads it once the call is confirmed.'
  }
}
