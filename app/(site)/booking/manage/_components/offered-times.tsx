import { useLayoutEffect, useRef, useState } from 'react'
import { SubmitButton } from '@/components/form'
import { useEarlyEntries } from '@/components/use-early-entries'
import { encodeSlot, firstOutsideNight, type TimeSlot } from '@/lib/booking/slots'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { TimeRadio } from '../../_components/slot-option'
import { TimeTile } from '../../_components/time-tile'
import { ChangeForm, type ChangeFormProps, TimeError } from './change-form'
import type { FreeTimes } from './shown-call'

type OfferedTimesProps = ChangeFormProps & { times: FreeTimes; zone: string | null }

/** None is selected at first, unless the URL names one. */
export function OfferedTimes({ times, zone, ...change }: OfferedTimesProps) {
  const ref = useRef<HTMLFormElement>(null)
  useEarlyEntries(ref, 'take-form')
  // A time selected before hydration stays, even if it is in the visitor's night.
  const [selected, setSelected] = useState(times.offeredSlot && encodeSlot(times.offeredSlot))
  useLayoutEffect(() => {
    const early = ref.current?.querySelector<HTMLInputElement>(':checked')
    if (early) setSelected(early.value)
  }, [])
  return (
    <ChangeForm {...change} ref={ref} id="take-form" intent="take" className="time-form grid w-full gap-4">
      {/* Links in our emails lead here. */}
      <fieldset id={times.isOffered ? 'move' : undefined} className="scroll-mt-24">
        <legend className="mb-2 font-semibold">
          {times.areProposed ? manage.proposedTimes : manage.nextFree}
        </legend>
        <TimeError />
        <div className="time-tiles">
          {offerOneEach(times.offered, zone, selected).map((slot) => (
            <label key={`${slot.date} ${slot.id}`} className="slot">
              <TimeRadio
                slot={slot}
                defaultChecked={slot.id === times.offeredSlot?.id && slot.date === times.offeredSlot.date}
              />
              <TimeTile slot={slot} zone={zone} />
            </label>
          ))}
        </div>
      </fieldset>
      <SubmitButton size="lg" className="justify-self-start max-sm:w-full">
        {manage.take}
      </SubmitButton>
    </ChangeForm>
  )
}

/** The selected time of each list, else the first outside the visitor's night. */
function offerOneEach(lists: TimeSlot[][], zone: string | null, selected?: string | null): TimeSlot[] {
  return lists.flatMap((list) => {
    return list.find((slot) => encodeSlot(slot) === selected) ?? firstOutsideNight(list, zone) ?? []
  })
}

export function NextFree({ times, zone }: { times: FreeTimes['next']; zone: string | null }) {
  return (
    <div className="screen-only w-full">
      <p className="mb-2 font-semibold">{manage.nextFree}</p>
      <ul className="time-tiles">
        {offerOneEach(times, zone).map((slot) => (
          <li key={`${slot.date} ${slot.id}`} className="grid">
            <a href={`${paths.booking}?date=${slot.date}&slot=${slot.id}`} className="slot">
              <TimeTile slot={slot} zone={zone} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
