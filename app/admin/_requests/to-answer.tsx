import { buttonVariants } from '@/components/ui/button-variants'
import { dateAt, formatShortDate, formatTime, STUDIO_ZONE, timeAt } from '@/lib/dates'
import type { Admin } from '@/lib/requests/one-request'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTask } from '@/lib/requests/task'
import { describeTurn, initialsOf, turnOf } from '@/lib/requests/turn'
import type { RequestCounts } from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { ListLink } from '../_components/list-link'
import { RequestLink } from '../_components/request-link'
import { When } from '../_components/when'
import { RequestName } from './request-name'
import { TurnDot } from './turn-mark'

interface ToAnswerProps {
  first: AdminRequest[]
  admins: Admin[]
  counts: RequestCounts | undefined
  now: number
}

export function ToAnswer({ first, admins, counts, now }: ToAnswerProps) {
  const [next] = first
  return (
    <section aria-label="To answer" className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-border max-lg:py-1 lg:min-h-9">
        <h2 className="text-sm font-semibold">To answer</h2>
        {counts && counts.to_answer > 0 && <ListLink tab="to_answer">{`All ${counts.to_answer}`}</ListLink>}
        {counts && counts.overdue > 0 && (
          <span className="text-destructive">{`${counts.overdue} overdue`}</span>
        )}
        {next && (
          <RequestLink
            id={next.id}
            className={buttonVariants({
              size: 'xs',
              className: 'gives-way ml-auto text-primary-foreground no-underline',
            })}
          >
            Next to answer
          </RequestLink>
        )}
      </div>
      {next ? (
        <ul className="lg:grid lg:grid-cols-[0.5rem_minmax(0,1fr)_minmax(0,1.15fr)_minmax(5rem,auto)] lg:gap-x-3 xl:grid-cols-[0.5rem_13rem_minmax(0,1fr)_9.5rem_1.5rem_minmax(5rem,auto)]">
          {first.map((request) => (
            <Waiting key={request.id} request={request} admins={admins} now={now} />
          ))}
        </ul>
      ) : (
        <p className="flex min-h-7.5 items-center text-muted-foreground">Nothing waits.</p>
      )}
    </section>
  )
}

const FIRST_ON_PHONES = 'max-lg:nth-[n+4]:hidden'

function Waiting({ request, admins, now }: { request: AdminRequest; admins: Admin[]; now: number }) {
  const words = describeTurn(request, now)
  const owner = admins.find(({ id }) => id === request.owner)?.email
  const isAccepted = request.turn_reason === 'accepted'
  return (
    <li
      className={cn(
        'grid min-h-11 grid-cols-[0.5rem_minmax(0,1fr)_auto_auto] content-center items-center gap-x-3 lg:col-span-full lg:min-h-7.5 lg:grid-cols-subgrid',
        isAccepted && '-mx-2 rounded bg-primary/15 px-2',
        FIRST_ON_PHONES,
      )}
    >
      <TurnDot isOurs isLate={words?.isLate ?? false} />
      <RequestName request={request} />
      <span
        className={cn(
          'truncate max-lg:order-last max-lg:col-span-3 max-lg:col-start-2 max-lg:text-xs',
          isAccepted ? 'font-medium' : 'text-muted-foreground',
        )}
      >
        <span>{describeTask(request, now, request.accepted_cents)}</span>
        {!isAccepted && <span className="lg:hidden">{`, ${describeWhen(request, now)}`}</span>}
      </span>
      <span className="whitespace-nowrap text-muted-foreground tabular-nums max-xl:hidden">
        {describeWhen(request, now)}
      </span>
      <span className="text-center text-xs text-muted-foreground lg:max-xl:hidden">
        {owner && (
          <abbr title={owner} className="no-underline">
            {initialsOf(owner)}
          </abbr>
        )}
      </span>
      <span className="text-right text-muted-foreground tabular-nums">
        {words && <When isLate={words.isLate}>{words.due || words.ago}</When>}
      </span>
    </li>
  )
}

/** 'Sat 28 Nov, 10:32 AM': the time of the call, or else the start of the turn. */
function describeWhen(request: AdminRequest, now: number): string {
  const since = turnOf(request, now)?.since ?? NaN
  if (request.type === 'booking' && request.turn_reason !== 'accepted')
    return `${formatShortDate(request.date)}, ${formatTime(request.start_time, true)}`
  const moment = new Date(Number.isFinite(since) ? since : request.created_at)
  return `${formatShortDate(dateAt(moment))}, ${formatTime(timeAt(moment, STUDIO_ZONE), true)}`
}
