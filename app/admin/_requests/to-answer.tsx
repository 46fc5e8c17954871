import { buttonVariants } from '@/components/ui/button-variants'
import { dateAt, formatShortDate, formatTime, STUDIO_ZONE, timeAt } from '@/lib/dates'
import type { Admin } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import { describeTurn, initialsOf, turnOf, type TurnReason } from '@/lib/requests/turn'
import type { RequestCounts } from '@/lib/requests/view'
import { cn } from '@/lib/utils'
import { ListLink } from '../_components/list-link'
import { RequestLink } from '../_components/request-link'
import { RequestName } from './request-name'
import { TurnDot, When } from './turn-mark'

interface ToAnswerProps {
  first: AdminRequest[]
  admins: Admin[]
  counts: RequestCounts | undefined
  now: number
}

/** Lists the first few requests to answer, in the order of `listToAnswer`. */
export function ToAnswer({ first, admins, counts, now }: ToAnswerProps) {
  const [next] = first
  return (
    <section aria-label="To answer" className="min-w-0">
      <div className="flex min-h-10 items-center gap-2 border-b border-border lg:min-h-9">
        <h2 className="text-sm font-semibold">To answer</h2>
        {counts && counts.to_answer > 0 && <ListLink view="to_answer">{`All ${counts.to_answer}`}</ListLink>}
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
        <ul className="lg:grid lg:grid-cols-[0.5rem_minmax(8rem,1fr)_auto_auto_minmax(1.5rem,auto)_minmax(3.5rem,auto)] lg:gap-x-3">
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
  const [turn, words] = [turnOf(request, now), describeTurn(request, now)]
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
      <span className="truncate text-muted-foreground max-lg:order-last max-lg:col-start-2 max-lg:text-xs">
        {describeWhat(request, turn?.reason, words?.why)}
        <span className="lg:hidden">{`, ${describeWhen(request, now)}`}</span>
      </span>
      <span className="whitespace-nowrap text-muted-foreground tabular-nums max-lg:hidden">
        {describeWhen(request, now)}
      </span>
      <span className="text-center text-xs text-muted-foreground">
        {owner && <abbr title={owner}>{initialsOf(owner)}</abbr>}
      </span>
      <span className="text-right text-muted-foreground">
        {words && <When isLate={words.isLate}>{words.due || words.ago}</When>}
      </span>
    </li>
  )
}

/** For each reason of a turn, the visitor's act in a few words. */
const shortActs: Partial<Record<TurnReason, string>> = {
  wrote: 'Wrote',
  moved: 'Moved the call',
  took_time: 'Took a proposed time',
  asked: 'Answered',
  accepted: 'Accepted the offer',
  declined: 'Declined the offer',
}

/** Describes the visitor's act, such as 'Booked a call'. Returns `why` if the turn has another cause. */
function describeWhat(request: AdminRequest, reason: TurnReason | undefined, why = ''): string {
  if (!why.startsWith('They ')) return why
  if (reason !== 'booked') return (reason && shortActs[reason]) ?? why
  return request.type === 'booking' && request.is_on_closed_date ? 'Booked, date is closed' : 'Booked a call'
}

/** Returns 'Sat 28 Nov, 10:32 AM': the time of the call, or else the start of the turn. */
function describeWhen(request: AdminRequest, now: number): string {
  const since = turnOf(request, now)?.since ?? NaN
  if (request.type === 'booking' && request.turn_reason !== 'accepted')
    return `${formatShortDate(request.date)}, ${formatTime(request.start_time, true)}`
  const moment = new Date(Number.isFinite(since) ? since : request.created_at)
  return `${formatShortDate(dateAt(moment))}, ${formatTime(timeAt(moment, STUDIO_ZONE), true)}`
}
