import { buttonVariants } from '@/components/ui/button-variants'
import type { CallPhase } from '@/lib/manage/form'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { CalendarLinks } from '../../_components/calendar-links'
import { PrintedLink } from '../../_components/printed-link'
import { Ticket } from '../../_components/ticket'
import type { ShownCall } from './shown-call'
import { CallLocation } from './call-location'

interface CallSheetProps {
  call: ShownCall
  phase: CallPhase
  now: number
  zone: string | null
}

const tones = { pending: 'yellow', confirmed: 'green', cancelled: 'red' } as const

/** Not of a call that is not to come, or is over. */
const hasCalendarFile = (phase: CallPhase) =>
  phase === 'pending' || phase === 'late' || phase === 'confirmed' || phase === 'cancelled' || phase === 'now'

/** The call's time, status and location, and what the visitor wrote. */
export function CallSheet({ call, phase, now, zone }: CallSheetProps) {
  const details: [string, string | null | undefined][] = [
    [manage.fromUs, call.cancelMessage],
    ['Name', call.name],
    ['Email', call.email],
    ['Phone', call.phone],
    ['Package', call.packageName],
    ['Price seen', call.price],
    ['Message', call.message],
  ]
  return (
    <section id="call" aria-label="The call" className="sheet">
      <Ticket slot={call} zone={zone} />
      <div className="grid content-start gap-5 max-md:mt-6 md:p-5 lg:p-8">
        <p>
          Status:{' '}
          {call.hasToMove ? (
            <span className="tag tag-yellow">{manage.toMove}</span>
          ) : (
            <span className={`tag tag-${tones[call.status]}`}>{call.status}</span>
          )}
        </p>
        {call.location && <CallLocation {...{ call, phase, now, zone }} location={call.location} />}
        {hasCalendarFile(phase) && (
          <p>
            <a
              href={`${paths.manage}/${call.token}/call.ics`}
              download
              className={buttonVariants({ variant: 'outline' })}
            >
              {call.status === 'cancelled' ? 'Take it off your calendar' : 'Add to your calendar'}
            </a>
          </p>
        )}
        {(phase === 'pending' || phase === 'late' || phase === 'confirmed') && (
          <CalendarLinks {...call} where={call.location} />
        )}
        <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 border-t border-border pt-5 [overflow-wrap:anywhere]">
          {details.map(
            ([term, text]) =>
              text && (
                <div key={term} className="contents">
                  <dt className="text-muted-foreground">{term}</dt>
                  <dd dir="auto" className="whitespace-pre-wrap">
                    {text}
                  </dd>
                </div>
              ),
          )}
          {call.answers.length > 0 && (
            <div className="contents">
              <dt className="text-muted-foreground">Answers</dt>
              <dd>
                <ul className="grid gap-y-1">
                  {call.answers.map(({ question, answer }) => (
                    <li key={question}>
                      <span className="text-muted-foreground">{question}</span> {answer}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
        <PrintedLink path={`${paths.manage}/${call.token}`} />
      </div>
    </section>
  )
}
