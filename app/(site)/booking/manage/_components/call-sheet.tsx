import { CalendarMenu } from '@/components/site/calendar-menu'
import { Ticket } from '@/components/site/ticket'
import { WhatComesNext } from '@/components/site/what-comes-next'
import { buttonVariants } from '@/components/ui/button-variants'
import { nextSteps, describeLocation } from '@/lib/content/booking'
import { calendarMenu } from '@/lib/content/calendar-event'
import { manage } from '@/lib/content/manage'
import { type CallPhase, canJoin } from '@/lib/manage/form'
import { paths } from '@/lib/paths'
import { PrintedLink } from '../../_components/printed-link'
import { CallLocation } from './call-location'
import type { ChangeFormProps } from './change-form'
import { NextFree, OfferedTimes } from './offered-times'
import type { FreeTimes } from './shown-call'

interface CallSheetProps extends ChangeFormProps {
  phase: CallPhase
  times: FreeTimes
  now: number
  zone: string | null
}

const tones: Record<CallPhase, string> = {
  pending: 'yellow',
  late: 'yellow',
  proposed: 'yellow',
  confirmed: 'green',
  now: 'green',
  cancelled: 'red',
  over: 'gray',
  unconfirmed: 'gray',
  missed: 'gray',
}

export function CallSheet({ phase, times, now, zone, ...form }: CallSheetProps) {
  const { call } = form
  const { location } = call
  const isAhead = phase === 'pending' || phase === 'late' || phase === 'confirmed'
  const isOff = phase === 'proposed' || phase === 'cancelled' || phase === 'missed'
  const isPast = !isAhead && phase !== 'proposed'
  const joinsNow = location !== null && canJoin(call, location, now)
  const file = `${paths.manage}/${call.token}/call.ics`
  return (
    <section id="call" aria-label="The call" className="sheet">
      <Ticket
        slot={call}
        zone={zone}
        isOff={isOff}
        location={isOff || location ? undefined : describeLocation(call.numberToRing)}
      />
      <div className="grid content-start justify-items-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        <p>
          <span className={`tag text-base tag-${tones[phase]}`}>{manage.tags[phase]}</span>
        </p>
        {call.cancelMessage && (
          <p className="[overflow-wrap:anywhere] whitespace-pre-wrap">
            <span className="text-muted-foreground">{`${manage.fromUs}: `}</span>
            <span dir="auto">{call.cancelMessage}</span>
          </p>
        )}
        {phase === 'pending' && <WhatComesNext steps={nextSteps(call.email, call.numberToRing)} />}
        {location && <CallLocation {...{ call, location, phase, joinsNow, zone }} />}
        {phase === 'proposed' && times.offered.length > 0 && <OfferedTimes {...form} {...{ times, zone }} />}
        {isAhead && <CalendarMenu call={{ ...call, where: location }} file={file} isSecond={joinsNow} />}
        {isPast && times.next.length > 0 && phase !== 'now' && <NextFree times={times.next} zone={zone} />}
        {isPast && (
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:w-full">
            <a
              href={paths.booking}
              className={buttonVariants(
                phase === 'now' ? { variant: 'outline' } : { size: 'lg', className: 'max-sm:w-full' },
              )}
            >
              {manage.bookAgain}
            </a>
            {phase === 'cancelled' && (
              <a href={file} download className="link inline-flex min-h-11 items-center">
                {calendarMenu.off}
              </a>
            )}
          </p>
        )}
        <PrintedLink path={`${paths.manage}/${call.token}`} />
      </div>
    </section>
  )
}
