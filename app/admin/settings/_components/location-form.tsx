'use client'

import { useState } from 'react'
import { Field, SubmitButton } from '@/components/form'
import { ROOM_PLACEHOLDER } from '@/lib/content/room'
import type { Settings } from '@/lib/settings/schema'
import { AdminForm } from '../../_components/admin-form'
import { ChoicePill } from '../../_components/choice-pill'
import { usePreviousData } from '../../_components/previous-data'
import { saveSettings } from '../actions'

const KINDS = [
  { kind: 'video', label: 'In a video room' },
  { kind: 'phone', label: 'By phone: we ring them' },
] as const

export function LocationForm({ location }: Pick<Settings, 'location'>) {
  // The room stays while another admin has saved 'by phone'.
  const room = usePreviousData(location.name === undefined ? null : location)
  const [typedUrl, setTypedUrl] = useState<string | null>(null)
  const url = typedUrl ?? room?.url ?? ''
  return (
    <AdminForm
      className="group/location grid gap-3"
      seen={location}
      send={({ kind, name = '', url = '' }, seen) =>
        saveSettings({
          changes: { location: kind === 'phone' ? { kind } : { kind: 'video', name, url } },
          seen: { location: seen },
        })
      }
      options={{ failure: 'Failed to save the usual location' }}
      onReset={() => setTypedUrl(null)}
    >
      <fieldset>
        <legend className="sr-only">Calls happen</legend>
        <div className="flex flex-wrap gap-2">
          {KINDS.map(({ kind, label }) => (
            <ChoicePill
              key={kind}
              type="radio"
              name="kind"
              value={kind}
              className="px-3.5"
              defaultChecked={kind === location.kind}
            >
              {label}
            </ChoicePill>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-3 group-has-[[value=phone]:checked]/location:hidden">
        <Field
          name="name"
          label="Name of the room"
          defaultValue={room?.name}
          maxLength={100}
          autoComplete="off"
        />
        <Field
          name="url"
          label="Address of the room"
          type="url"
          hint={
            url.includes(ROOM_PLACEHOLDER)
              ? 'Each call has a room of its own.'
              : 'All visitors share this room.'
          }
          defaultValue={room?.url}
          onChange={(event) => setTypedUrl(event.target.value)}
          maxLength={300}
          autoComplete="off"
          placeholder="https://"
        />
      </div>
      <p className="group-not-has-[[value=phone]:checked]/location:hidden">
        The booking form then asks for a phone number, which visitors can leave out.
      </p>
      <SubmitButton>Save</SubmitButton>
    </AdminForm>
  )
}
