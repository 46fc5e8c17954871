import { ANSWER_HOURS } from '@/lib/content/site'
import type { AnswerTimes } from '@/lib/requests/queries'

/** How fast visitors were answered, month by month. Folded until it is asked for. */
export function AnswerTimesTable({ months }: { months: AnswerTimes[] }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-2 font-medium">How we keep our word</summary>
      <p className="max-w-2xl text-muted-foreground">
        From a visitor’s booking, message or move until one of you confirmed, cancelled, replied or said that
        an answer went out: those not answered yet count with the time they have waited so far.
      </p>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full max-w-2xl tabular-nums">
          <thead>
            <tr className="text-left text-muted-foreground [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-normal">
              <th scope="col">Month</th>
              <th scope="col">Asked</th>
              <th scope="col">Answered within {ANSWER_HOURS} h</th>
              <th scope="col">Median</th>
              <th scope="col">Longest</th>
              <th scope="col">Open or never</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, asked, in_time, median_minutes, worst_minutes, unanswered }) => (
              <tr key={month} className="border-t border-border [&_td]:py-1.5 [&_td]:pr-4">
                <th scope="row" className="py-1.5 pr-4 text-left font-medium">
                  {nameOf(month)}
                </th>
                <td>{asked}</td>
                <td>{asked > 0 ? `${in_time} (${Math.round((100 * in_time) / asked)} %)` : '–'}</td>
                <td>{formatMinutes(median_minutes)}</td>
                <td>{formatMinutes(worst_minutes)}</td>
                <td>{unanswered}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** 'November 2026' of '2026-11'. */
function nameOf(month: string): string {
  return `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}

/** '45 min', '23 h', '4 days'; '–' for none. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
