'use client'

import { useEffect, useRef, useState } from 'react'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter, DialogTitle } from '@/components/ui/dialog'
import { NativeSelect } from '@/components/ui/native-select'
import { useFormAction } from '@/components/use-form-action'
import { durationText } from '@/lib/availability/slot'
import { withDuration } from '@/lib/availability/time-rows'
import type { UpcomingBooking } from '@/lib/availability/touched'
import { useLive } from '../_components/live'
import { ReadFailure } from '../_components/read-failure'
import { report } from '../_components/use-desk-action'
import type { Outcome } from '../outcome'
import { saveAvailability } from './actions'
import { emptyValues, type FormValues } from './form-values'
import { TimeRows } from './time-rows'
import { TouchedNotice } from './touched-notice'
import { isBlank } from './use-draft'
import { WhereFields } from './where-fields'

interface AvailabilityFormProps {
  values: FormValues
  onChange: (values: FormValues) => void
  today: string
  durations: number[]
  /** The sentence when the durations could not be read. */
  failure: string | null
  /** The bookings in the times that saving would take away; null when bookings could not be read. */
  touched: UpcomingBooking[] | null
}

/** Adds times to weekdays or to one date, or makes a weekday's pattern anew. */
export function AvailabilityForm({
  values,
  onChange,
  today,
  durations,
  failure,
  touched,
}: AvailabilityFormProps) {
  const { refresh } = useLive()
  const form = useRef<HTMLFormElement>(null)
  const agreed = useRef(false)
  const [asking, setAsking] = useState(false)
  const saving =
    values.kind === 'one-off' ? 'Error saving one-off availability' : 'Error saving recurring availability'
  const {
    state,
    outdated,
    pending,
    form: props,
  } = useFormAction<Outcome>(
    saveAvailability,
    { status: 'idle' },
    (_, why) => ({
      status: 'error',
      title: saving,
      message: why === 'outdated' ? OUTDATED : 'The site could not be reached. Please try again.',
    }),
    (outcome) => {
      report(outcome)
      refresh()
      if (outcome.status === 'success') onChange({ ...emptyValues, duration: values.duration })
      // Told of what is there now, the admin may put other times in its place.
      if (outcome.status === 'error' && outcome.seen) onChange({ ...values, seen: outcome.seen })
    },
  )
  const fault = state.status === 'error' ? state : undefined
  useEffect(() => {
    if (fault?.field) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    if (!agreed.current && (touched === null || touched.length > 0)) {
      event.preventDefault()
      setAsking(true)
      return
    }
    agreed.current = false
    props.onSubmit(event)
  }

  return (
    <form ref={form} {...props} onSubmit={submit} className="grid gap-4 text-sm">
      <input type="hidden" name="editing" value={values.editing ?? ''} />
      {values.seen.map((id) => (
        <input key={id} type="hidden" name="seen" value={id} />
      ))}
      <WhereFields values={values} today={today} fault={fault?.field} onChange={onChange} />
      {failure && <ReadFailure sentence={failure} />}
      <label className="grid justify-items-start gap-1.5">
        <span className="font-medium">Default duration</span>
        <NativeSelect
          density="dense"
          value={values.duration}
          onChange={(event) => {
            const duration = Number(event.target.value)
            onChange({ ...values, duration, rows: withDuration(values.rows, duration) })
          }}
        >
          {durations.map((minutes) => (
            <option key={minutes} value={minutes}>
              {durationText(minutes)}
            </option>
          ))}
        </NativeSelect>
      </label>
      <TimeRows
        rows={values.rows}
        duration={values.duration}
        invalid={fault?.field === 'rows'}
        onChange={(rows) => onChange({ ...values, rows })}
      />
      {(fault?.field ?? fault?.seen) && <p className="text-destructive">{fault.message}</p>}
      {outdated && (
        <p className="grid justify-items-start gap-2 text-destructive">
          {OUTDATED} What you typed stays.
          <ReloadButton />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={pending}>
          {pending ? 'Saving...' : 'Save availability'}
        </Button>
        {!isBlank(values) && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => onChange({ ...emptyValues, duration: values.duration })}
          >
            {values.editing === null ? 'Clear' : 'Cancel'}
          </Button>
        )}
      </div>
      <Dialog open={asking} onOpenChange={setAsking}>
        <DialogContent showCloseButton={false} className="text-sm">
          <DialogTitle>Take these times away?</DialogTitle>
          <TouchedNotice bookings={touched} />
          <DialogFooter>
            <Button
              size="sm"
              variant="destructive"
              onClick={() => {
                agreed.current = true
                setAsking(false)
                form.current?.requestSubmit()
              }}
            >
              Save availability
            </Button>
            <Button size="sm" variant="outline" autoFocus onClick={() => setAsking(false)}>
              Keep as it is
            </Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
    </form>
  )
}
