'use client'

import { SubmitButton } from '@/components/form'
import { Checkbox } from '@/components/ui/checkbox'
import type { Settings } from '@/lib/settings/schema'
import { AdminForm } from '../../_components/admin-form'
import { saveSettings } from '../actions'

const KINDS = [
  { kind: 'day_before', label: '24 hours before the call' },
  { kind: 'hour_before', label: 'An hour before the call, with where it happens' },
] as const

export function RemindersForm({ reminders }: { reminders: Pick<Settings, 'day_before' | 'hour_before'> }) {
  return (
    <AdminForm
      seen={null}
      send={(typed) => {
        const changed = KINDS.filter(({ kind }) => kind in typed !== reminders[kind])
        const changes = Object.fromEntries(changed.map(({ kind }) => [kind, kind in typed]))
        return saveSettings({ changes, seen: reminders })
      }}
      options={{ failure: 'Failed to save the reminders' }}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-medium">Visitors are reminded</legend>
        {KINDS.map(({ kind, label }) => (
          <label key={kind} className="flex min-h-9 items-center gap-2.5">
            {/* A key, because a checkbox does not follow its `defaultChecked`. */}
            <Checkbox key={String(reminders[kind])} name={kind} defaultChecked={reminders[kind]} />
            {label}
          </label>
        ))}
      </fieldset>
      <SubmitButton>Save</SubmitButton>
    </AdminForm>
  )
}
