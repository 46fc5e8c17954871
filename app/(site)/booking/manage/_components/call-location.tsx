import { place } from '@/lib/content/place'
import { buttonVariants } from '@/components/ui/button-variants'
import { type CallPhase, JOIN_BEFORE_MS } from '@/lib/manage/form'
import { dateAt, formatTime, STUDIO_ZONE, timeAt, visitorTime, zoneName } from '@/lib/dates'
import type { ShownCall } from './shown-call'

interface CallLocationProps {
  call: ShownCall
  location: { text: string; url: string | null }
  phase: CallPhase
  joinsNow: boolean
  zone: string | null
}

/** The button to join a video call appears ten minutes before its start. */
export function CallLocation({ call, location, phase, joinsNow, zone }: CallLocationProps) {
  return (
    <div>
      <p className="[overflow-wrap:anywhere]">
        <span className="text-muted-foreground">{'Where: '}</span>
        <span>{location.text}</span>
      </p>
      {location.url && joinsNow && (
        <p className="mt-4">
          <a href={location.url} rel="noreferrer" className={buttonVariants({ size: 'lg' })}>
            Join the call
          </a>
        </p>
      )}
      {location.url && !joinsNow && phase === 'confirmed' && (
        <p className="mt-1 text-muted-foreground">{`The button to join appears here ${clock(call.start - JOIN_BEFORE_MS, zone)}.`}</p>
      )}
    </div>
  )
}

/** 'at 8:50 am EST', or in another zone 'on Mon 30 Nov, 7:50 pm (8:50 am EST in Toronto)'. */
function clock(instant: number, zone: string | null): string {
  const date = dateAt(new Date(instant))
  const time = timeAt(new Date(instant), STUDIO_ZONE)
  const ours = `${formatTime(time)} ${zoneName(date, time)}`
  const theirs = zone && visitorTime(date, time, zone)
  return `${theirs ? `on ${theirs}, your time (${ours} in ${place.city})` : `at ${ours}`}, ten minutes before`
}
