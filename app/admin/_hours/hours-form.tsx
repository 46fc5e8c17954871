import { useEffect, useRef, useState } from 'react'
import { FormContext, SubmitButton } from '@/components/form'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { durationText, defaultDurations } from '@/lib/hours/slot'
import { withDuration } from '@/lib/hours/time-rows'
import { ReadFailure } from '../_components/read-failure'
import { useAdminAction } from '../_components/use-admin-action'
import { snapshotDraft, readDraft, storeDraft } from '../_components/use-stored-draft'
import { usePreviousData } from '../_components/previous-data'
import type { Failure, InvalidField } from '../action-result'
import { saveHours } from './weekly-actions'
import type { Hours } from './read-hours'
import {
  describeFormOverlaps,
  isFormDraft,
  type FormValues,
  isBlank,
  isSameForm,
  inputOf,
  withRangeAdded,
} from './form-values'
import { CopyFields } from './copy-fields'
import { OverlapNotice } from './overlap-notice'
import { RangeFields } from './range-fields'
import { TimeRows } from './time-rows'
import { DayFields } from './day-fields'

export interface HoursContext extends Pick<Hours, 'today' | 'recurring' | 'exceptions' | 'presets'> {
  /** The signed-in admin's, for the draft's key. */
  email: string
}

interface HoursFormProps {
  values: FormValues
  start: FormValues
  onChange: (values: FormValues) => void
  draftName: string
  /** Called after the form is saved or discarded. */
  onEnd: () => void
  /** The id of the element that gets the focus when the form closes. A form without it stays open. */
  focusAfter?: string
  context: HoursContext
}

export function HoursForm({
  values,
  start,
  onChange,
  draftName,
  onEnd,
  focusAfter,
  context,
}: HoursFormProps) {
  const { today } = context
  const recurring = usePreviousData(context.recurring.data) ?? []
  const exceptions = usePreviousData(context.exceptions.data)
  const presets = usePreviousData(context.presets.data)
  const durations = presets?.length ? presets : defaultDurations
  const form = useRef<HTMLFormElement>(null)
  const { run, pending } = useAdminAction()
  const isChanged = !isSameForm(values, start)
  const closesItself = Boolean(focusAfter)
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isChangedByOther = failure?.slotIds !== undefined
  useEffect(() => {
    if (invalid) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [invalid])

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Also saves a range that the admin typed without pressing Fill.
    const entry = withRangeAdded(values)
    onChange(entry)
    const sentDraft = snapshotDraft(draftName)
    run(() => saveHours(inputOf(entry, recurring)), {
      failure: `Error saving ${values.kind} availability`,
      failureIsTitle: true,
      focusAfter,
      onResult(result) {
        setInvalid(result.kind === 'invalid' ? result : null)
        setFailure(result.kind === 'failed' ? result : null)
        if (result.kind === 'done' && snapshotDraft(draftName) === sentDraft) onEnd()
        // Another admin has changed the weekday, and the page now shows it, so the next save may replace it.
        const typed = readDraft(draftName, isFormDraft)
        if (result.kind === 'failed' && result.slotIds && typed && values.editing !== null)
          storeDraft(draftName, { ...typed, slotIds: result.slotIds })
      },
    })
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      data-stale={isChangedByOther ? '' : undefined}
      className="grid gap-4 text-sm"
    >
      <DayFields values={values} today={today} invalid={invalid?.field} onChange={onChange} />
      <CopyFields values={values} recurring={recurring} onChange={onChange} />
      {context.presets.failure && <ReadFailure sentence={context.presets.failure} />}
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
        invalid={invalid?.field === 'rows'}
        onChange={(rows) => onChange({ ...values, rows })}
      >
        <RangeFields values={values} durations={durations} onChange={onChange} />
      </TimeRows>
      <OverlapNotice sentences={describeFormOverlaps(values, recurring, exceptions, today)} />
      {invalid && <p className="text-destructive">{invalid.problem}</p>}
      {isChangedByOther && (
        <p className="text-destructive">
          {failure.failed} {failure.detail}
        </p>
      )}
      {failure?.isOutdated && (
        <p className="grid justify-items-start gap-2 text-destructive">
          {OUTDATED} What you typed stays.
          <ReloadButton />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FormContext value={{ pending, isChanged, density: 'dense' }}>
          <SubmitButton busy="Saving...">Save availability</SubmitButton>
        </FormContext>
        {(closesItself || !isBlank(values)) && (
          <Button size="sm" variant="outline" onClick={onEnd}>
            {closesItself ? 'Cancel' : 'Clear'}
          </Button>
        )}
      </div>
    </form>
  )
}
