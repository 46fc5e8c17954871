'use client'

import { useId, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { useHydrated } from '@/components/use-hydrated'
import { ROOM_PLACEHOLDER } from '@/lib/room'
import type { Settings } from '@/lib/settings/schema'
import { ChoicePill } from '../../_components/choice-pill'
import type { InvalidField } from '../../action-result'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { saveSettings } from '../actions'

const KINDS = [
  { kind: 'video', label: 'In a video room' },
  { kind: 'phone', label: 'By phone: we ring them' },
] as const

interface Fields {
  kind: Settings['location']['kind']
  name?: string
  url?: string
}
/** The changed fields. `seen` is the saved location when the admin began. */
interface Begun extends Partial<Fields> {
  seen: Settings['location']
}

/** The form for the usual location, for calls without a location of their own. */
export function LocationForm({ location }: Pick<Settings, 'location'>) {
  const { run, pending } = useAdminAction()
  // Null until the admin changes a field. Unchanged fields show what another admin saves.
  const [begun, setBegun] = useState<Begun | null>(null)
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const field = useId()
  const hydrated = useHydrated()
  // `seen` supplies the name and URL of the room if another admin has saved 'by phone'.
  const shown = { seen: location, ...begun?.seen, ...location, ...begun }
  const { seen, kind } = shown
  const [name, url] = [shown.name ?? '', shown.url ?? '']
  const next: Settings['location'] = kind === 'phone' ? { kind } : { kind, name, url }
  const stored: Fields = location
  const isChanged = Object.entries(next).some(([key, value]) => value !== stored[key as keyof Fields])

  function change(part: Partial<Fields>) {
    // Keeps the first `seen`: after a save, `location` is outdated until the page has refreshed.
    if (!pending) setBegun((now) => ({ seen, ...now, ...part }))
  }

  function save(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    run(() => saveSettings({ changes: { location: next }, seen: { location: seen } }), {
      failure: 'Failed to save the usual location',
      onShown(result) {
        const wrong = result.kind === 'invalid' ? result.field : null
        setInvalid(result.kind === 'invalid' ? result : null)
        if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
        if (result.kind === 'done') setBegun(null)
      },
    })
  }

  const described = (key: string, hint?: string) => ({
    id: `${field}-${key}`,
    name: key,
    readOnly: pending || !hydrated, // read-only before hydration, because typing would be lost
    'aria-invalid': invalid?.field === key,
    'aria-describedby': invalid?.field === key ? `${field}-problem` : hint,
  })
  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-3">
      <fieldset>
        <legend className="sr-only">Calls happen</legend>
        <div className="flex flex-wrap gap-2">
          {KINDS.map((choice) => (
            <ChoicePill
              key={choice.kind}
              type="radio"
              name="kind"
              className="px-3.5"
              checked={kind === choice.kind}
              onChange={() => change({ kind: choice.kind })}
            >
              {choice.label}
            </ChoicePill>
          ))}
        </div>
      </fieldset>
      {kind === 'video' ? (
        <>
          <div>
            <Label htmlFor={`${field}-name`}>Name of the room</Label>
            <Input
              density="dense"
              className="w-full"
              {...described('name')}
              value={name}
              onChange={(event) => change({ name: event.target.value })}
              maxLength={100}
              autoComplete="off"
            />
          </div>
          <div>
            <Label htmlFor={`${field}-url`}>Address of the room</Label>
            <Input
              density="dense"
              className="w-full"
              {...described('url', `${field}-hint`)}
              type="url"
              value={url}
              onChange={(event) => change({ url: event.target.value })}
              maxLength={300}
              autoComplete="off"
              placeholder="https://"
            />
            <p id={`${field}-hint`} className="mt-1.5 text-muted-foreground">
              {url.includes(ROOM_PLACEHOLDER)
                ? 'Each call has a room of its own.'
                : 'All visitors share this room.'}
            </p>
          </div>
        </>
      ) : (
        <p>The booking form then asks for a phone number, which visitors can leave out.</p>
      )}
      <p id={`${field}-problem`} role="status" className="text-destructive empty:hidden">
        {invalid?.problem}
      </p>
      <div>
        <SaveButton isChanged={isChanged} pending={pending}>
          Save
        </SaveButton>
      </div>
    </form>
  )
}
