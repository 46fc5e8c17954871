import { NativeSelect } from '@/components/ui/native-select'
import { decodeSlot, encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { dateAt, formatDate, formatTime } from '@/lib/dates'
import { PROPOSED } from '@/lib/requests/replies'

interface ProposedTimesProps {
  free: TimeSlot[]
  /** The chosen times, the earliest first. */
  times: TimeSlot[]
  onChange: (times: TimeSlot[]) => void
  /** True if the visitor's call is confirmed when the visitor takes a time. */
  confirms: boolean
}

/** The fields that choose up to three free times to propose. */
export function ProposedTimes({ free, times, onChange, confirms }: ProposedTimesProps) {
  const dates = [...new Set(free.map(({ date }) => date))]

  function choose(nth: number, value: string) {
    const slot = decodeSlot(value, dateAt())
    const others = times.filter((_, index) => index !== nth)
    const next = [...others.map(encodeSlot), ...(slot ? [encodeSlot(slot)] : [])]
    onChange([...new Set(next)].sort().flatMap((one) => decodeSlot(one, dateAt()) ?? []))
  }

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">Free times</legend>
      {Array.from({ length: PROPOSED }, (_, nth) => (
        <NativeSelect
          key={nth}
          density="dense"
          aria-label={`Time ${nth + 1}`}
          className="w-full min-w-0"
          value={times[nth] ? encodeSlot(times[nth]) : ''}
          onChange={(event) => choose(nth, event.target.value)}
        >
          <option value="">None</option>
          {dates.map((date) => (
            <optgroup key={date} label={formatDate(date)}>
              {free
                .filter((slot) => slot.date === date)
                .map((slot) => (
                  <option key={slot.id} value={encodeSlot(slot)}>
                    {`${formatDate(date)}, ${formatTime(slot.start_time, true)}`}
                  </option>
                ))}
            </optgroup>
          ))}
        </NativeSelect>
      ))}
      <p className="text-muted-foreground">
        Each is a link in the text. Nobody holds them until the visitor takes one
        {confirms ? ', which confirms their call.' : '.'}
      </p>
    </fieldset>
  )
}
