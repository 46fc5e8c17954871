import Link from 'next/link'
import { redirect } from 'next/navigation'
import { dateAt } from '@/lib/dates'
import { listOffers, MAX_LISTED } from '@/lib/offers/list'
import { offerStates } from '@/lib/offers/view'
import { paths } from '@/lib/paths'
import { getViewer } from '@/lib/supabase/auth'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { OfferMonths } from './_components/offer-months'
import { OfferTable } from './_components/offer-table'

/** "/admin/offers": all offers; with `?state=open`, those in one state. */
export default async function AdminOffersPage({ searchParams }: PageProps<'/admin/offers'>) {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const { state } = await searchParams
  const only = offerStates.find((one) => one === state) ?? null
  const { offers, counts, months } = await listOffers(only)
  const all = offerStates.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const choices = [
    { name: 'All', state: null, count: all },
    ...offerStates.map((one) => ({ name: titleOf(one), state: one, count: counts[one] ?? 0 })),
  ].filter((choice) => choice.count > 0 || choice.state === only)
  const count = only ? (counts[only] ?? 0) : all
  return (
    <PageFrame email={viewer.email} current="offers">
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">Offers</h2>
        <p className="mt-1 max-w-[44em] text-muted-foreground">
          An accepted offer stays until its date, even when its person is erased; after that you can delete
          it. To write an offer, open a request.
        </p>
      </div>
      {all > 0 && (
        <nav aria-label="Offers by state" className="flex flex-wrap gap-x-1 gap-y-1">
          {choices.map((choice) => (
            <Link
              key={choice.name}
              href={choice.state ? `?state=${choice.state}` : paths.offers}
              prefetch={false}
              aria-current={choice.state === only ? 'page' : undefined}
              className="flex min-h-9 items-center gap-1.5 rounded-full px-3 font-medium hover:bg-muted aria-[current=page]:bg-muted"
            >
              {choice.name} <span className="text-muted-foreground tabular-nums">{choice.count}</span>
            </Link>
          ))}
        </nav>
      )}
      {offers.length === 0 ? (
        <p>{only ? `None is ${only === 'draft' ? 'a draft' : only}.` : 'None yet.'}</p>
      ) : (
        <OfferTable offers={offers} today={dateAt()} />
      )}
      {count > MAX_LISTED && <p>These are the first {MAX_LISTED}.</p>}
      <OfferMonths months={months} />
    </PageFrame>
  )
}

function titleOf(state: string): string {
  return state.charAt(0).toUpperCase() + state.slice(1)
}
