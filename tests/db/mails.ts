/** Helpers for the outbox: lists waiting mails, and claims and finishes mails as a site does. */
import { storeSiteKey } from './fixtures'
import { type Caller, type TestDatabase, visitor } from './test-database'

export const KEY = 'site key'

export interface ClaimedMail {
  id: string
  lease: string
  kind: string
  recipient: string
  about: string
  [field: string]: unknown
}

/** Claims up to `limit` due mails, as a site with this key does. */
export function claim(db: TestDatabase, limit = 20, key: string | null = KEY, caller: Caller = visitor) {
  return db.valueAs<ClaimedMail[]>(caller, 'select public.claim_mail($1, $2)', key, limit)
}

export function finish(
  db: TestDatabase,
  { id, lease }: { id: string; lease: string },
  result: { outcome: string; error?: string; kept?: boolean } = { outcome: 'sent', kept: false },
  key: string | null = KEY,
) {
  return db.rowsAs(
    visitor,
    'select public.finish_mail($1, $2, $3, $4::text::jsonb)',
    key,
    id,
    lease,
    JSON.stringify(result),
  )
}

/** Sends all due mails. Returns each as `recipient: kind`, such as `visitor: received`. */
export async function sendDue(db: TestDatabase) {
  const claimed = await claim(db)
  for (const mail of claimed) await finish(db, mail)
  return claimed.map(({ recipient, kind }) => `${recipient}: ${kind}`)
}

/** The waiting mails as `recipient: kind`, sorted by due time. */
export async function waiting(db: TestDatabase) {
  const rows = await db.rows<{ mail: string }>(`select recipient || ': ' || kind as mail from private.outbox
    where sent_at is null and given_up_at is null order by send_after, recipient desc`)
  return rows.map(({ mail }) => mail)
}

/**
 * Moves the stored times of mails and of what visitors know back by `interval`, as if that time had
 * passed.
 */
export async function pass(db: TestDatabase, interval: string) {
  const ago = `interval '${interval}'`
  const earlier = (value: string) =>
    `${value} = ${value} || jsonb_build_object('at', (${value} ->> 'at')::timestamptz - ${ago})`
  const known = (side: string) =>
    `${side} = case when jsonb_typeof(${side} -> 'known') = 'object' then jsonb_set(${side}, '{known,at}',
       to_jsonb((${side} #>> '{known,at}')::timestamptz - ${ago})) else ${side} end`
  const columns = (...names: string[]) => names.map((name) => `${name} = ${name} - ${ago}`).join()
  const hasOffers = await db.value<boolean>(
    `with mails as (update private.outbox set ${earlier('said')},
         ${columns('created_at', 'due_at', 'send_after', 'lease_until', 'sent_at', 'given_up_at')}),
       letters as (update private.letters set ${earlier('state')}),
       calls as (update public.bookings set ${earlier('known')} where known is not null),
       known as (update public.request_events set ${known('before')}, ${known('after')} where after ? 'known')
     select exists (select from public.offers)`,
  )
  if (!hasOffers) return
  // Without triggers, which refuse changes of sent offers. (Each change of this setting makes
  // Postgres plan the session's queries again.)
  await db.rows(`set local session_replication_role = 'replica'`)
  await db.rows(
    `with versions as (update public.offer_versions set ${columns('sent_at')}),
       acceptances as (update public.offer_acceptances set ${columns('accepted_at')})
     update public.offer_endings set ${columns('ended_at')}`,
  )
  await db.rows(`set local session_replication_role = 'origin'`)
}

export const useKey = (db: TestDatabase) => storeSiteKey(db, KEY)

/** Moves a call as its visitor does, whose page shows the call with this `sequence`. */
export const moveAsVisitor = (db: TestDatabase, id: string, date: string, slot: string, sequence = 0) =>
  db.rowsAs(
    visitor,
    'select public.move_managed_booking($1, $2, 1, $3, $4, $5)',
    ...[KEY, id, sequence, date, slot],
  )
