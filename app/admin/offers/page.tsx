import { capitalize } from '@/lib/capitalize'
import { dateAt } from '@/lib/dates'
import { listOffers, MAX_LISTED } from '@/lib/offers/list'
import { offerStates } from '@/lib/offers/state'
import { paths } from '@/lib/paths'
import { countRequests } from '@/lib/requests/list'
import type { Viewer } from '@/lib/supabase/auth'
import { cn } from '@/lib/utils'
import { PageFrame } from '../_components/page-frame'
import { PageLink } from '../_components/page-link'
import { keepPage } from '../_components/keep-page'
import { failuresOf, readPart } from '../queries'
import { OfferSums } from './_components/offer-sums'
import { OfferTable } from './_components/offer-table'

/** `?state=open` lists only the offers in this state. */
async function AdminOffersPage({ searchParams }: PageProps<'/admin/offers'>, viewer: Viewer) {
  const { state } = await searchParams
  const only = offerStates.find((one) => one === state) ?? null
  const [{ offers, counts, months }, requests] = await Promise.all([
    listOffers(only),
    readPart(countRequests()),
  ])
  const today = dateAt()
  const all = offerStates.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const choices = [
    { name: 'All', state: null, count: all },
    ...offerStates.map((one) => ({ name: capitalize(one), state: one, count: counts[one] ?? 0 })),
  ].filter((choice) => choice.count > 0 || choice.state === only)
  const count = only ? (counts[only] ?? 0) : all
  return (
    <PageFrame email={viewer.email} current="offers" counts={requests.data} failures={failuresOf(requests)}>
      <div className="flex flex-wrap items-baseline gap-x-5">
        <h2 className="text-2xl font-semibold tracking-tight">Offers</h2>
        <OfferSums months={months} today={today} />
      </div>
      {all > 0 && (
        <nav aria-label="Offers by state" className="-m-2 -mt-4 flex min-w-0 gap-0.5 overflow-x-auto p-2">
          {choices.map((choice) => (
            <PageLink
              key={choice.name}
              href={paths.offers + (choice.state ? `?state=${choice.state}` : '')}
              aria-current={choice.state === only ? 'page' : undefined}
              className={cn(
                'flex min-h-8 items-center gap-1.5 rounded-full px-2.5 whitespace-nowrap',
                choice.state === only
                  ? 'chosen bg-foreground font-semibold text-background'
                  : 'text-muted-foreground hover:bg-muted',
              )}
            >
              {choice.name} <span className="text-xs font-normal tabular-nums">{choice.count}</span>
            </PageLink>
          ))}
        </nav>
      )}
      {offers.length === 0 ? (
        <p>{only ? `None is ${only === 'draft' ? 'a draft' : only}.` : 'None yet.'}</p>
      ) : (
        <OfferTable offers={offers} today={today} />
      )}
      {count > MAX_LISTED && <p>These are the first {MAX_LISTED}.</p>}
      <p className="max-w-[60em] text-muted-foreground">
        To write an offer, open a request. An accepted one stays until its date, even when its person is
        erased; after that you can delete it.
      </p>
    </PageFrame>
  )
}

export default keepPage(AdminOffersPage)
