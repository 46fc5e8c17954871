import { redirect } from 'next/navigation'
import { dateAt, formatDate, formatTimestamp } from '@/lib/dates'
import { listAcceptedOffers } from '@/lib/offers/queries'
import { paths } from '@/lib/paths'
import { getViewer } from '@/lib/supabase/auth'
import { NotAdmin } from '../_components/not-admin'
import { PageFrame } from '../_components/page-frame'
import { DeleteOffer } from './_components/delete-offer'

/** The accepted offers, which are kept also when their person was erased. */
export default async function AdminOffersPage() {
  const viewer = await getViewer()
  if (!viewer) redirect(paths.login)
  if (!viewer.isAdmin) return <NotAdmin email={viewer.email} />
  const offers = await listAcceptedOffers()
  const today = dateAt()
  return (
    <PageFrame email={viewer.email}>
      <div>
        <h2 className="text-2xl font-semibold tracking-tight">Accepted offers</h2>
        <p className="mt-1 max-w-[44em] text-muted-foreground">
          Each is kept until its date, also when its person was erased, and can be deleted after it.
        </p>
      </div>
      {offers.length === 0 && <p>None yet.</p>}
      <ul>
        {offers.map(({ offer_id, version, typed_name, email, accepted_at, keep_until }) => (
          <li key={offer_id} className="line py-2.5">
            <span className="min-w-0 grow [overflow-wrap:anywhere]">
              <a href={`${paths.offers}/${offer_id}`} dir="auto" className="max-w-none!">
                {typed_name ?? email}
              </a>
              <span className="block text-muted-foreground">
                {typed_name ? `${email}, version` : 'Version'} {version}, accepted{' '}
                {formatTimestamp(accepted_at)}, kept until {formatDate(keep_until)}
              </span>
            </span>
            <span className="ml-auto flex items-center gap-x-3">
              <a href={`${paths.export}/${offer_id}.json`}>
                Their data<span className="sr-only">: {typed_name ?? email}</span>
              </a>
              {keep_until < today && <DeleteOffer id={offer_id} of={typed_name ?? email} />}
            </span>
          </li>
        ))}
      </ul>
    </PageFrame>
  )
}
