/** Short ways to the outbox: what waits in it, and what the site does with it. */
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

/** A mail as the site gets it that has the key. */
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

/** Sends all that is due; returns what that was, in the words of a claim: `visitor: received`. */
export async function sendDue(db: TestDatabase) {
  const claimed = await claim(db)
  for (const mail of claimed) await finish(db, mail)
  return claimed.map(({ recipient, kind }) => `${recipient}: ${kind}`)
}

/** What waits to be sent, in the words of the table, in the order in which it is due. */
export async function waiting(db: TestDatabase) {
  const rows = await db.rows<{ mail: string }>(`select recipient || ': ' || kind as mail from private.outbox
    where sent_at is null and given_up_at is null order by send_after, recipient desc`)
  return rows.map(({ mail }) => mail)
}

/**
 * Lets so much time pass for mails, and for when something was said to a visitor: an interval of
 * SQL's.
 */
export async function pass(db: TestDatabase, interval: string) {
  const earlier = (value: string) =>
    `${value} || jsonb_build_object('at', (${value} ->> 'at')::timestamptz - $1::text::interval)`
  await db.rows(
    `update private.outbox set created_at = created_at - $1::text::interval, due_at = due_at - $1::text::interval,
       send_after = send_after - $1::text::interval, lease_until = lease_until - $1::text::interval,
       sent_at = sent_at - $1::text::interval, given_up_at = given_up_at - $1::text::interval, said = ${earlier('said')}`,
    interval,
  )
  await db.rows(
    `update private.replies set created_at = created_at - $1::text::interval, said = ${earlier('said')}`,
    interval,
  )
  // What was sent of an offer is frozen.
  await db.rows(`set local session_replication_role = 'replica'`)
  for (const [table, column] of [
    ['offer_versions', 'sent_at'],
    ['offer_acceptances', 'accepted_at'],
    ['offers', 'ended_at'],
  ])
    await db.rows(`update public.${table} set ${column} = ${column} - $1::text::interval`, interval)
  await db.rows(`set local session_replication_role = 'origin'`)
  await db.rows(`update public.bookings set known = ${earlier('known')} where known is not null`, interval)
  await db.rows(
    `update public.request_events set before = ${earlier('before')}, after = ${earlier('after')} where kind = 'told'`,
    interval,
  )
}

export const useKey = (db: TestDatabase) => storeSiteKey(db, KEY)
