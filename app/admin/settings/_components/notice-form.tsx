'use client'

import { useId, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { saveSettings } from '../actions'

/** The form for the hours of notice that a booking needs before its call. */
export function NoticeForm({ hours }: { hours: number }) {
  const { run, pending } = useAdminAction()
  const [problem, setProblem] = useState('')
  // The saved hours when the admin began to type; null while the field is unchanged.
  const [begun, setBegun] = useState<number | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('hours') as string
        run(
          () => saveSettings({ changes: { notice_hours: typed }, seen: { notice_hours: begun ?? hours } }),
          {
            failure: 'Failed to save the hours of notice',
            onResult(result) {
              setProblem(result.kind === 'invalid' ? result.problem : '')
              if (result.kind === 'done') setBegun(null)
              if (result.kind === 'invalid') field.current?.focus()
            },
          },
        )
      }}
    >
      <div>
        <Label htmlFor={id}>Hours before a call</Label>
        <Input
          ref={field}
          id={id}
          name="hours"
          type="number"
          inputMode="numeric"
          min={0}
          max={72}
          defaultValue={hours}
          onChange={({ target }) => setBegun(target.value === String(hours) ? null : (begun ?? hours))}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-hint`}
          density="dense"
          className="w-28"
        />
        <p id={`${id}-hint`} className={problem ? 'mt-1.5 text-destructive' : 'mt-1.5 text-muted-foreground'}>
          {problem || 'From 0 to 72. With 0, a time of tomorrow can be booked until 11:59 pm today.'}
        </p>
      </div>
      <div>
        <SaveButton isChanged={begun !== null} pending={pending}>
          Save
        </SaveButton>
      </div>
    </form>
  )
}
