'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { useFormAction } from '@/components/use-form-action'
import { durationText } from '@/lib/availability/slot'
import { withDuration } from '@/lib/availability/time-rows'
import type { Impact } from '@/lib/availability/impact'
import { useLive } from '../_components/live'
import { ReadFailure } from '../_components/read-failure'
import { report } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { saveAvailability } from './actions'
import { emptyValues, type FormValues, withRangeAdded } from './form-values'
import { ImpactQuestion } from './impact-question'
import { OverlapNotice } from './overlap-notice'
import { RangeFields } from './range-fields'
import { TimeRows } from './time-rows'
import { isBlank } from './use-draft'
import { WhereFields } from './where-fields'

interface AvailabilityFormProps {
  values: FormValues
  onChange: (values: FormValues) => void
  today: string
  durations: number[]
  /** The sentence when the durations could not be read. */
  failure: string | null
  /** What should be known about the times before they are saved, in sentences. */
  overlaps: string[]
}

/** Adds times to weekdays or to one date, or makes a weekday's pattern anew. */
export function AvailabilityForm({
  values,
  onChange,
  today,
  durations,
  failure,
  overlaps,
}: AvailabilityFormProps) {
  const { refresh } = useLive()
  const form = useRef<HTMLFormElement>(null)
  const [impact, setImpact] = useState<Impact | null>(null)
  const saving =
    values.kind === 'one-off' ? 'Error saving one-off availability' : 'Error saving recurring availability'
  const {
    state,
    outdated,
    pending,
    form: props,
  } = useFormAction<ActionResult>(
    saveAvailability,
    { status: 'idle' },
    (_, why) => ({
      status: 'error',
      title: saving,
      message: why === 'outdated' ? OUTDATED : 'The site could not be reached. Please try again.',
    }),
    (result) => {
      setImpact(result.status === 'ask' ? result.impact : null)
      report(result)
      refresh()
      if (result.status === 'success') onChange({ ...emptyValues, duration: values.duration })
      // Told of what is there now, the admin may put other times in its place.
      if (result.status === 'error' && result.seen) onChange({ ...values, seen: result.seen })
    },
  )
  const fault = state.status === 'error' ? state : undefined
  useEffect(() => {
    if (fault?.field) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    // A range that was typed but not added belongs to what is saved.
    flushSync(() => onChange(withRangeAdded(values)))
    props.onSubmit(event)
  }

  return (
    <form id="availability-form" ref={form} {...props} onSubmit={submit} className="grid gap-4 text-sm">
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
      >
        <RangeFields values={values} durations={durations} onChange={onChange} />
      </TimeRows>
      <OverlapNotice sentences={overlaps} />
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
      {impact && (
        <ImpactQuestion
          title="Take these times away?"
          impact={impact}
          yes={
            // It stands outside the form, and tells the action that the person knows.
            <Button
              type="submit"
              form="availability-form"
              name="agreed"
              value="yes"
              size="sm"
              variant="destructive"
            >
              Save availability
            </Button>
          }
          onClose={() => setImpact(null)}
        />
      )}
    </form>
  )
}
