import { ArrowUpRight, ChevronDown } from 'lucide-react'
import { describeWeek } from '@/lib/hours/describe-week'
import { formatShortDate, formatTime } from '@/lib/dates'
import { listHolidays } from '@/lib/holidays'
import { paths } from '@/lib/paths'
import { countRequests } from '@/lib/requests/list'
import type { Viewer } from '@/lib/supabase/auth'
import { AddAvailability } from '../_hours/add-availability'
import { CloseDates } from '../_hours/close-dates'
import { ExceptionsPanel } from '../_hours/exceptions-panel'
import { Holidays } from '../_hours/holidays'
import { PARTS, readOpen } from '../_hours/open-parts'
import { readHours } from '../_hours/read-hours'
import { RecurringPanel } from '../_hours/recurring-panel'
import { PageFrame } from '../_components/page-frame'
import { PreviousIfFailed } from '../_components/previous-data'
import { denied } from '../_components/denied'
import { keepPage } from '../_components/keep-page'
import { failuresOf, readPart } from '../queries'

const heading = 'text-base font-semibold tracking-tight'

async function HoursPage({ searchParams }: PageProps<'/admin/hours'>, viewer: Viewer) {
  const params = await searchParams
  const [counts, hours] = await Promise.all([readPart(countRequests()), readHours(params, PARTS)])
  if (counts.isDenied) return denied(viewer.email, paths.hours)
  const { today, recurring, exceptions, presets, next } = hours
  const context = { email: viewer.email, today, recurring, exceptions, presets }
  const [first] = next ?? []
  return (
    <PageFrame
      email={viewer.email}
      current="hours"
      counts={counts.data}
      failures={[...failuresOf(counts), ...hours.failures]}
    >
      <div className="flex flex-wrap items-center gap-x-4 border-b border-border pb-1">
        <h2 className={heading}>Hours</h2>
        <p className="text-muted-foreground">
          {recurring.data && <span>{`${describeWeek(recurring.data)}. `}</span>}
          {next && (
            <span>
              {first
                ? `The first that visitors can take is ${formatShortDate(first.date)}, ${formatTime(first.start_time, true)}.`
                : 'Visitors can take none.'}
            </span>
          )}
        </p>
        <a
          href={paths.booking}
          className="flex min-h-9 items-center gap-2 font-semibold text-brand hover:underline md:ml-auto"
        >
          As visitors see it <ArrowUpRight aria-hidden className="size-4" />
        </a>
      </div>
      <section aria-labelledby="exceptions" className="-mt-2 grid gap-1 max-lg:gap-3">
        <h2 id="exceptions" className={heading}>
          Availability Overview & Exceptions
        </h2>
        <ExceptionsPanel
          hours={hours}
          className="gap-x-10 sm:grid-cols-[17rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr_auto] sm:[grid-template-areas:'cal_day'_'close_day'_'hol_hol'] lg:grid-cols-[17rem_minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'cal_day_hol'_'close_day_hol']"
        >
          <PreviousIfFailed failed={exceptions.failure !== null}>
            <CloseDates today={today} closed={exceptions.data?.closedDates ?? []} />
            {exceptions.data && (
              <Holidays
                holidays={listHolidays(today)}
                exceptions={exceptions.data}
                recurring={recurring.data ?? []}
              />
            )}
          </PreviousIfFailed>
        </ExceptionsPanel>
      </section>
      <section aria-labelledby="recurring" className="-mt-2 grid scroll-mt-16 gap-1">
        <h2 id="recurring" tabIndex={-1} className={heading}>
          Manage Recurring Availability
        </h2>
        <RecurringPanel hours={hours} context={context} />
      </section>
      <details
        aria-labelledby="availability"
        open={readOpen(params.open)?.includes('availability')}
        className="group/add -mt-3 scroll-mt-16 border-b border-border"
      >
        <summary className="flex min-h-10 list-none flex-wrap items-center gap-x-3 [&::-webkit-details-marker]:hidden">
          <h2 id="availability" tabIndex={-1} className={heading}>
            Add Availability
          </h2>
          <span className="text-muted-foreground max-sm:hidden">for a weekday or one date</span>
          <ChevronDown
            aria-hidden
            className="ml-auto size-4 transition-[rotate] duration-150 group-open/add:rotate-180"
          />
        </summary>
        <div className="grid max-w-3xl gap-3 pt-2 pb-4">
          <AddAvailability context={context} />
        </div>
      </details>
    </PageFrame>
  )
}

export default keepPage(HoursPage)
