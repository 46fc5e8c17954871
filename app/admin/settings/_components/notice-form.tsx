'use client'

import { Field, SubmitButton } from '@/components/form'
import { formatTime } from '@/lib/dates'
import { AdminForm } from '../../_components/admin-form'
import { saveSettings } from '../actions'

/** In hours before a call. */
export function NoticeForm({ hours }: { hours: number }) {
  return (
    <AdminForm
      seen={hours}
      send={({ notice_hours = '' }, seen) =>
        saveSettings({ changes: { notice_hours }, seen: { notice_hours: seen } })
      }
      options={{ failure: 'Failed to save the hours of notice' }}
    >
      <Field
        name="notice_hours"
        label="Hours before a call"
        hint={`From 0 to 72. With 0, a time of tomorrow can be booked until ${formatTime('23:59')} today.`}
        type="number"
        inputMode="numeric"
        min={0}
        max={72}
        defaultValue={hours}
        className="w-28"
      />
      <SubmitButton>Save</SubmitButton>
    </AdminForm>
  )
}
