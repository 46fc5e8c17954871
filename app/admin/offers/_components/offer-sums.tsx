import { formatMonth } from '@/lib/dates'
import type { OfferList } from '@/lib/offers/list'
import { formatAmount } from '@/lib/money'

/** '$34,525 open · $28,600 won in November 2026': all open offers, and those won this month. */
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
