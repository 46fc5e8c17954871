import { buttonVariants } from '@/components/ui/button-variants'
import { type CallPhase, JOIN_BEFORE_MS } from '@/lib/manage/form'
import { dateAt, formatTime, STUDIO_ZONE, timeAt, visitorTime, zoneName } from '@/lib/dates'
import type { ShownCall } from './shown-call'

interface CallLocationProps {
  call: ShownCall
  location: { text: string; url: string | null }
  phase: CallPhase
  now: number
  zone: string | null
}

/** Where a confirmed call happens. The button to join a video call appears ten minutes before. */
export function CallLocation({ call, location, phase, now, zone }: CallLocationProps) {
  const opens = call.start - JOIN_BEFORE_MS
  const isOpen = now >= opens && now < call.end
  return (
    <div>
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted-foreground">Where: </span>
        <span>{location.text}</span>
      </p>
      {location.url && isOpen && (
        <p className="mt-4">
          <a href={location.url} rel="noreferrer" className={buttonVariants({ size: 'lg' })}>
            Join the call
          </a>
        </p>
      )}
      {location.url && !isOpen && phase === 'confirmed' && (
        <p className="mt-1 text-muted-foreground">{`The button to join appears here ${clock(opens, zone)}.`}</p>
      )}
    </div>
  )
}

/** 'at 8:50 am NZDT, ten minutes before (your clock: Mon 30 Nov, 7:50 pm)'. */
function clock(instant: number, zone: string | null): string {
  const date = dateAt(new Date(instant))
  const time = timeAt(new Date(instant), STUDIO_ZONE)
  const theirs = zone && visitorTime(date, time, zone)
  return `at ${formatTime(time)} ${zoneName(date, time)}, ten minutes before${theirs ? ` (your clock: ${theirs})` : ''}`
}
