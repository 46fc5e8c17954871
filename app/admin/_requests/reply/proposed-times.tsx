import { ChevronDown } from 'lucide-react'
import { NativeSelect } from '@/components/ui/native-select'
import { decodeSlot, encodeSlot, type TimeSlot } from '@/lib/booking/slots'
import { timeLine } from '@/lib/requests/letters'
import { dateAt, formatDate, formatShortDate, formatTime } from '@/lib/dates'
import { PROPOSED } from '@/lib/requests/replies'

/** Each tile shows its time, and an invisible select over it opens the browser's own list. */
export function ProposedTimes({
  free,
  times,
  onChange,
}: {
  free: TimeSlot[]
  times: TimeSlot[]
  /** `change`: the tile's time before and after. Null before for a new time, null after for a removed one. */
  onChange: (times: TimeSlot[], change: [before: TimeSlot | null, after: TimeSlot | null]) => void
}) {
  function choose(nth: number, value: string) {
    const slot = decodeSlot(value, dateAt())
    // 'None' removes the time, and those of the later tiles move up.
    onChange(slot ? times.toSpliced(nth, 1, slot) : times.toSpliced(nth, 1), [times[nth] ?? null, slot])
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Free times</legend>
      <div className="grid grid-cols-3 gap-1.5 sm:gap-2">
        {Array.from({ length: PROPOSED }, (_, nth) => (
          <TimeTile
            key={nth}
            name={`Time ${nth + 1}`}
            time={times[nth]}
            // Two times with the same line could not be told apart in the text.
            free={free.filter((slot) =>
              times.every((time, n) => n === nth || timeLine(time) !== timeLine(slot)),
            )}
            onChange={(value) => choose(nth, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface TimeTileProps {
  name: string
  time: TimeSlot | undefined
  free: TimeSlot[]
  onChange: (value: string) => void
}

function TimeTile({ name, time, free, onChange }: TimeTileProps) {
  const dates = [...new Set(free.map(({ date }) => date))]
  return (
    <div className="relative flex min-h-12 min-w-0 flex-col justify-center rounded-lg border border-input px-2 leading-snug hover:border-foreground has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ring sm:px-2.5">
      <span aria-hidden className="font-semibold">
        {time ? formatShortDate(time.date) : 'None'}
      </span>
      {time && <span aria-hidden>{formatTime(time.start_time, true)}</span>}
      <ChevronDown
        aria-hidden
        className="absolute right-2 size-4 max-sm:right-1.5 max-sm:bottom-2 max-[22rem]:hidden"
      />
      <NativeSelect
        aria-label={name}
        className="absolute inset-0 w-full min-w-0 opacity-0"
        value={time ? encodeSlot(time) : ''}
        onChange={(event) => onChange(event.target.value)}
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
    </div>
  )
}

/** `missingTimes` are the chosen times that the text no longer has. */
export function TimesInText({
  missingTimes,
  count,
  onPutBack,
}: {
  missingTimes: TimeSlot[]
  count: number
  onPutBack: (time: TimeSlot) => void
}) {
  return (
    <>
      {count > 0 && (
        <p className="text-muted-foreground">
          <span>{`The ${count === PROPOSED ? 'three ' : ''}times are links once it goes out.`}</span>
        </p>
      )}
      <div role="status" className="grid gap-1 empty:hidden">
        {missingTimes.map((time) => (
          <p key={time.id + time.date}>
            <span>{`${timeLine(time)} is no longer in the text, so it would go without its link. `}</span>
            <button
              type="button"
              className="rounded font-semibold text-brand underline underline-offset-3"
              onClick={() => onPutBack(time)}
            >
              Put it back
            </button>
          </p>
        ))}
      </div>
    </>
  )
}
