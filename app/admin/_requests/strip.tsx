import { addDays, formatShortDate, formatTime, toInstant } from '@/lib/dates'
import { capitalize } from '@/lib/capitalize'
import type { Admin } from '@/lib/requests/one-request'
import type { AdminRequest, Booking } from '@/lib/requests/request'
import type { RequestCounts } from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { ListLink } from '../_components/list-link'
import { PreviousIfFailed } from '../_components/previous-data'
import { ReadFailure } from '../_components/read-failure'
import type { ReadResult } from '../queries'
import { StatusBadge } from './status-badge'
import { RequestName } from './request-name'
import { ToAnswer } from './to-answer'

interface StripProps {
  /** Today's and tomorrow's. */
  soon: ReadResult<Booking[]>
  /** The first few of the requests to answer. */
  waiting: ReadResult<AdminRequest[]>
  admins: ReadResult<Admin[]>
  counts: RequestCounts | undefined
  today: string
  now: number
}

export function Strip({ soon, waiting, admins, counts, today, now }: StripProps) {
  const days = [
    { title: 'Today', date: today },
    { title: 'Tomorrow', date: addDays(today, 1) },
  ].map((day) => ({ ...day, calls: soon.data?.filter(({ date }) => date === day.date) ?? [] }))
  const isQuiet = soon.data?.length === 0 && waiting.data?.length === 0
  return (
    <section aria-label="At a glance" className="grid gap-1">
      {[soon, waiting].map(({ failure }, index) => failure && <ReadFailure key={index} sentence={failure} />)}
      {isQuiet ? (
        <p className="flex min-h-9 flex-wrap items-center gap-x-8 border-b border-border">
          {['Today', 'Tomorrow'].map((day) => (
            <QuietItem key={day} name={day} words="no calls" />
          ))}
          <QuietItem name="To answer" words="nothing waits" />
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-x-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
          <div className="lg:grid lg:content-start lg:gap-3">
            <PreviousIfFailed failed={soon.failure !== null}>
              {days.map((day) => (
                <Day key={day.title} {...day} now={now} />
              ))}
            </PreviousIfFailed>
          </div>
          <PreviousIfFailed failed={waiting.failure !== null}>
            <ToAnswer first={waiting.data ?? []} admins={admins.data ?? []} counts={counts} now={now} />
          </PreviousIfFailed>
        </div>
      )}
    </section>
  )
}

function QuietItem({ name, words }: { name: string; words: string }) {
  return (
    <span>
      <b className="font-semibold">{name}</b> <span className="text-muted-foreground">{words}</span>
    </span>
  )
}

interface DayProps {
  title: string
  date: string
  calls: Booking[]
  now: number
}

/** A small screen shows the next call and the number of the others. */
function Day({ title, date, calls, now }: DayProps) {
  const isOver = (call: Booking) => toInstant(call.date, call.end_time).getTime() <= now
  const next = calls.find((call) => !isOver(call)) ?? calls.at(-1)
  return (
    <section aria-label={`${title}’s calls`} className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-border lg:min-h-9">
        <h2 className="text-sm font-semibold max-lg:w-19">{title}</h2>
        <span className="text-muted-foreground max-lg:hidden">{formatShortDate(date)}</span>
        <span className="flex min-w-0 grow basis-48 items-center gap-3 lg:hidden">
          {next ? (
            <>
              <Hour call={next} isOver={isOver(next)} />
              <RequestName request={next} />
            </>
          ) : (
            <span className="text-muted-foreground">No calls.</span>
          )}
          {calls.length > 1 && (
            <span className="ml-auto">
              <ListLink tab="upcoming">{`+${calls.length - 1}`}</ListLink>
            </span>
          )}
        </span>
      </div>
      {calls.length === 0 ? (
        <p className="flex min-h-7.5 items-center text-muted-foreground max-lg:hidden">No calls.</p>
      ) : (
        <ul className="max-lg:hidden">
          {calls.map((call) => (
            <li
              key={call.id}
              className={cn('flex min-h-7.5 items-center gap-3', isOver(call) && 'text-muted-foreground')}
            >
              <Hour call={call} isOver={isOver(call)} />
              <RequestName request={call} />
              <span className="ml-auto shrink-0">
                {isOver(call) ? (
                  'Over'
                ) : call.status === 'confirmed' ? (
                  <span className="text-muted-foreground">{capitalize(call.status)}</span>
                ) : (
                  <StatusBadge status={call.status} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Hour({ call, isOver }: { call: Booking; isOver: boolean }) {
  return (
    <span className={cn('w-16 shrink-0 whitespace-nowrap tabular-nums', isOver && 'text-muted-foreground')}>
      {formatTime(call.start_time, true)}
    </span>
  )
}
