import { redirect } from 'next/navigation'
import { ANSWER_HOURS } from '@/lib/content/site'
import { formatMonth } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { listAnswerTimes } from '@/lib/requests/queries'
import { getViewer } from '@/lib/supabase/auth'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'

/** "/admin/answer-times": how fast visitors were answered, month by month. */
export default async function AnswerTimesPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const months = await listAnswerTimes()
  return (
    <PageFrame email={viewer.email}>
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">How we keep our word</h2>
        <p className="mt-1 max-w-[44em] text-muted-foreground">
          From a visitor’s booking, message or move until one of you confirmed, cancelled, replied or said
          that an answer went out: those not answered yet count with the time they have waited so far.
        </p>
      </div>
      <div className="overflow-x-auto">
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
                  {formatMonth(month)}
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
    </PageFrame>
  )
}

/** '45 min', '23 h', '4 days'; '–' for none. */
function formatMinutes(minutes: number | null): string {
  if (minutes === null) return '–'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
