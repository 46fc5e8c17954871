import { offerNear, type TimeSlot } from '@/lib/booking/slots'
import { booking as words } from '@/lib/content/booking'
import { TimeTile } from './time-tile'

export function TakenTime({
  times,
  zone,
  hrefOf,
}: {
  /** Nearest first. */
  times: TimeSlot[]
  zone: string | null
  /** The page's URL with `slot` selected. */
  hrefOf: (slot: TimeSlot) => string
}) {
  return (
    <div role="status" className="rounded-lg bg-muted p-5">
      <p className="text-title font-semibold">{words.taken.title}</p>
      <p className="mt-1 text-muted-foreground">{words.taken.lead}</p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-3">
        {offerNear(times, zone).map((slot) => (
          <li key={`${slot.date} ${slot.id}`} className="grid">
            <a href={hrefOf(slot)} className="slot">
              <TimeTile slot={slot} zone={zone} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
