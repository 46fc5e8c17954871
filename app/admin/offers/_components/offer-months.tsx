import { formatMonth } from '@/lib/dates'
import type { OfferList } from '@/lib/offers/list'
import { formatCents } from '@/lib/offers/money'

/** Open and won offers by month; renders nothing without any. */
export function OfferMonths({ months }: Pick<OfferList, 'months'>) {
  if (months.length === 0) return null
  return (
    <section aria-labelledby="months">
      <h2 id="months" className="text-lg">
        By month
      </h2>
      <p className="mt-1 text-muted-foreground">
        Open by the month in which it was sent, won by that in which it was accepted; amounts as in the
        offers, with GST.
      </p>
      <table className="mt-2 w-full max-w-2xl tabular-nums">
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
    </section>
  )
}

/** '2: $13,800.00'; '–' for none. */
function Total({ count, cents }: { count: number; cents: number }) {
  if (count === 0) return '–'
  return (
    <>
      {formatCents(cents)} <span className="whitespace-nowrap text-muted-foreground">({count})</span>
    </>
  )
}
