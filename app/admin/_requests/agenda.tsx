'use client'

import { addDays, formatDate, formatShortDate, formatTime } from '@/lib/dates'
import type { AdminRequest, Booking } from '@/lib/requests/request'
import { describeTurn } from '@/lib/requests/turn'
import { usePreviousData } from '../_components/previous-data'
import { ReadFailure } from '../_components/read-failure'
import { RequestLink } from '../_components/request-link'
import { ListLink } from '../_components/list-link'
import type { Dashboard } from '../queries'
import { StatusBadge } from './status-badge'
import { When } from './turn-mark'

type AgendaProps = Pick<Dashboard['requests'], 'list' | 'soon' | 'waiting'> & {
  /** The studio's date. */
  today: string
  /** When the page was read, in milliseconds. */
  now: number
}

/** The first thing on the page: today's and tomorrow's calls and what waits for an answer. */
export function Agenda({ list, soon, waiting, today, now }: AgendaProps) {
  const calls = usePreviousData(soon)
  const first = usePreviousData(waiting)
  const counts = usePreviousData(list)?.counts
  return (
    <section aria-label="At a glance" className="grid gap-3">
      {[soon, waiting].map(({ failure }, index) => failure && <ReadFailure key={index} sentence={failure} />)}
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2 lg:grid-cols-3 xl:gap-x-12">
        <Day title="Today" date={today} calls={calls} />
        <Day title="Tomorrow" date={addDays(today, 1)} calls={calls} />
        <section aria-label="To answer" className="min-w-0 md:max-lg:col-span-2">
          <Heading title="To answer">
            {counts && counts.to_answer > 0 && (
              <ListLink view="to_answer">{`All ${counts.to_answer}`}</ListLink>
            )}
          </Heading>
          <Empty list={first}>Nothing waits.</Empty>
          <ul className="gap-x-8 md:max-lg:columns-2">
            {first?.map((request) => (
              <Line key={request.id} request={request} end={<Due request={request} now={now} />} />
            ))}
          </ul>
        </section>
      </div>
    </section>
  )
}

function Day({ title, date, calls }: { title: string; date: string; calls: Booking[] | null }) {
  const ofDay = calls?.filter((call) => call.date === date)
  return (
    <section aria-label={`${title}’s calls`} className="min-w-0">
      <Heading title={title}>
        <span className="text-muted-foreground">{formatDate(date)}</span>
      </Heading>
      <Empty list={ofDay}>No calls.</Empty>
      <ul>
        {ofDay?.map((call) => (
          <Line
            key={call.id}
            request={call}
            start={
              <>
                <span>{formatTime(call.start_time, true)}</span>
                <span className="max-2xl:hidden">{` – ${formatTime(call.end_time, true)}`}</span>
              </>
            }
            end={<StatusBadge status={call.status} />}
          />
        ))}
      </ul>
    </section>
  )
}

/** Shown when there are no lines, or when they could not be read. */
function Empty({ list, children }: { list: unknown[] | null | undefined; children: React.ReactNode }) {
  if (list?.length) return null
  return <p className="mt-1.5 text-muted-foreground">{list ? children : 'Not loaded yet.'}</p>
}

function Heading({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline gap-2 border-b border-border pb-1.5">
      <h2 className="text-base">{title}</h2>
      {children}
    </div>
  )
}

/** Why it is to answer, and by when or since when. */
function Due({ request, now }: { request: AdminRequest; now: number }) {
  const turn = describeTurn(request, now)
  if (!turn) return null
  if (request.type === 'booking' && request.isLate)
    return (
      <span className="text-muted-foreground">
        Confirm it ·{' '}
        <When isLate>{`${formatShortDate(request.date)}, ${formatTime(request.start_time, true)}`}</When>
      </span>
    )
  return (
    <span className="text-muted-foreground">
      <span>{`${turn.why} · `}</span>
      <When isLate={turn.isLate}>{turn.due || turn.ago}</When>
    </span>
  )
}

interface LineProps {
  request: AdminRequest
  /** The time of a call. */
  start?: React.ReactNode
  end: React.ReactNode
}

/** A request by name, which leads to it. */
function Line({ request, start, end }: LineProps) {
  return (
    <li className="flex min-h-9 break-inside-avoid items-center gap-3">
      {start && (
        <span className="w-16 shrink-0 whitespace-nowrap text-muted-foreground tabular-nums 2xl:w-36">
          {start}
        </span>
      )}
      <RequestLink
        id={request.id}
        className="min-w-0 truncate rounded py-1 font-medium text-inherit no-underline hover:underline"
      >
        <bdi>{request.name}</bdi>
      </RequestLink>
      <span className="ml-auto shrink-0">{end}</span>
    </li>
  )
}
