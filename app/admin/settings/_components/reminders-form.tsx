'use client'

import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import type { Settings } from '@/lib/settings/schema'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { saveSettings } from '../actions'

const KINDS = [
  { kind: 'day_before', label: '24 hours before the call' },
  { kind: 'hour_before', label: 'An hour before the call, with where it happens' },
] as const

type Reminders = Pick<Settings, 'day_before' | 'hour_before'>

/** The form that chooses which reminders visitors of confirmed calls get. */
export function RemindersForm({ reminders }: { reminders: Reminders }) {
  const { run, pending } = useAdminAction()
  // The checkboxes that the admin has changed. The others show what another admin saves.
  const [chosen, setChosen] = useState<Partial<Reminders>>({})
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        run(() => saveSettings({ changes: chosen, seen: reminders }), {
          failure: 'Failed to save the reminders',
          onShown(result) {
            if (result.kind === 'done') setChosen((now) => (now === chosen ? {} : now)) // later choices stay
          },
        })
      }}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-medium">Visitors are reminded</legend>
        {KINDS.map(({ kind, label }) => (
          <label key={kind} className="flex min-h-9 items-center gap-2.5">
            <Checkbox
              checked={chosen[kind] ?? reminders[kind]}
              onCheckedChange={(checked) => setChosen({ ...chosen, [kind]: checked === true })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <SaveButton
          isChanged={KINDS.some(({ kind }) => (chosen[kind] ?? reminders[kind]) !== reminders[kind])}
          pending={pending}
        >
          Save
        </SaveButton>
      </div>
    </form>
  )
}
