import { useRef } from 'react'
import { SubmitButton } from '@/components/form'
import { useEarlyEntries } from '@/components/use-early-entries'
import type { TimeSlot } from '@/lib/booking/slots'
import { manage } from '@/lib/content/manage'
import { formatLongDate, formatShortDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { DateForm } from '../../_components/date-form'
import { SlotOption } from '../../_components/slot-option'
import { TakenTime } from '../../_components/taken-time'
import type { FreeTimes, ShownCall } from './shown-call'
import { Change, ChangeForm, type ChangeFormProps, errorOf, TimeError } from './change-form'

/** A proposed time is confirmed as soon as the visitor takes it. */
function isProposedTime({ proposedTimes }: ShownCall, { date, id }: TimeSlot) {
  return proposedTimes.some((time) => time.date === date && time.time_slot_id === id)
}

/** A GET form selects a date, then the POST form one of its free times. */
export function MoveForm({
  times,
  zone,
  isMain,
  ...change
}: ChangeFormProps & {
  times: FreeTimes
  zone: string | null
  isMain: boolean
}) {
  const { call, state } = change
  const { date, slots } = times
  const words = manage.move
  const moveForm = useRef<HTMLFormElement>(null)
  useEarlyEntries(moveForm, 'move-form')
  const path = `${paths.manage}/${call.token}`
  return (
    <Change
      // No id after a result: without JavaScript the browser would scroll to this form instead of the result.
      id={state.status === 'idle' && !times.isOffered ? 'move' : undefined}
      title={words.title}
      open={
        errorOf(state, 'move') !== null ||
        isMain ||
        (times.isChosen && !times.isOffered && state.status !== 'success')
      }
    >
      <p className="text-muted-foreground">
        {[call.isProposed ? '' : `${words.stays} `, times.areProposed ? words.hintProposed : words.hint].join(
          '',
        )}
      </p>
      {times.instead.length > 0 && (
        <TakenTime
          times={times.instead}
          zone={zone}
          hrefOf={(slot) => `${path}?date=${slot.date}&slot=${slot.id}#move`}
        />
      )}
      <DateForm action={`${path}#move`} date={date} {...times.bookable} className="flex flex-wrap" />
      {slots === null ? (
        <p role="alert">{words.unreachable}</p>
      ) : (
        <ChangeForm {...change} ref={moveForm} id="move-form" intent="move" className="time-form grid gap-4">
          <fieldset className="grid gap-3">
            <legend className="mb-3 text-title font-semibold">{formatLongDate(date)}</legend>
            <TimeError />
            {slots.length === 0 && <p>{words.none}</p>}
            {/* Without a selected time the first one gets the focus, with the text above it in view. */}
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.375rem),1fr))] gap-2 [&_input]:scroll-mt-16">
              {slots.map((slot) => (
                <SlotOption
                  key={slot.id}
                  slot={slot}
                  zone={zone}
                  defaultChecked={!times.isOffered && slot.id === times.proposed}
                  note={isProposedTime(call, slot) ? words.proposed : undefined}
                />
              ))}
            </div>
          </fieldset>
          {times.others.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="text-muted-foreground">Also free:</span>
              {times.others.map((other) => (
                <a
                  key={other}
                  href={`${path}?date=${other}#move`}
                  className="link inline-flex min-h-11 items-center"
                >
                  {formatShortDate(other)}
                </a>
              ))}
            </p>
          )}
          {slots.length > 0 && (
            <SubmitButton variant={isMain ? 'default' : 'secondary'} className="justify-self-start">
              {words.button}
            </SubmitButton>
          )}
        </ChangeForm>
      )}
    </Change>
  )
}
