import { ChevronDown } from 'lucide-react'
import { formatMonth } from '@/lib/dates'
import type { OfferList } from '@/lib/offers/list'
import { formatAmount } from '@/lib/offers/money'

/** The open and won offers by month, folded. Renders nothing if there are none. */
export function OfferMonths({ months }: Pick<OfferList, 'months'>) {
  if (months.length === 0) return null
  return (
    <details className="group/months">
      <summary className="flex min-h-9 w-fit list-none items-center gap-2 rounded font-semibold hover:underline [&::-webkit-details-marker]:hidden">
        By month
        <ChevronDown
          aria-hidden
          className="size-4 transition-[rotate] duration-150 group-open/months:rotate-180"
        />
      </summary>
      <p className="text-muted-foreground">
        Open by the month in which it was sent, won by that in which it was accepted; amounts as in the
        offers, with GST.
      </p>
      <table aria-label="By month" className="mt-2 w-full max-w-2xl tabular-nums">
        <thead>
          <tr className="text-left text-muted-foreground [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-normal">
            <th scope="col">Month</th>
            <th scope="col">Open</th>
            <th scope="col">Won</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, open, open_cents, won, won_cents }) => (
            <tr key={month} className="border-t border-border align-top [&_td]:py-1.5 [&_td]:pr-4">
              <th scope="row" className="py-1.5 pr-4 text-left font-medium">
                {formatMonth(month)}
              </th>
              <td>
                <Total count={open} cents={open_cents} />
              </td>
              <td>
                <Total count={won} cents={won_cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/**
 * Shows '$34,525 open · $28,600 won in November 2026': all open offers, and those won this month. Renders
 * nothing if both sums are zero.
 */
export function OfferSums({ months, today }: Pick<OfferList, 'months'> & { today: string }) {
  const open = months.reduce((sum, { open_cents }) => sum + open_cents, 0)
  const month = today.slice(0, 7)
  const won = months.find((one) => one.month === month)?.won_cents ?? 0
  if (open === 0 && won === 0) return null
  return (
    <p className="tabular-nums">
      <b className="font-semibold">{formatAmount(open)}</b> open
      {won > 0 && (
        <>
          {' · '}
          <b className="font-semibold">{formatAmount(won)}</b> won in {formatMonth(month)}
        </>
      )}
    </p>
  )
}

/** Shows '$13,800 (2)', an amount and a number of offers; '–' for none. */
function Total({ count, cents }: { count: number; cents: number }) {
  if (count === 0) return '–'
  return (
    <>
      {formatAmount(cents)} <span className="whitespace-nowrap text-muted-foreground">({count})</span>
    </>
  )
}
