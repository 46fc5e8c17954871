import 'server-only'
import { after } from 'next/server'
import { site } from '../content/site'
import { adminClient } from '../supabase/auth'
import { listCallsToTell, type SeenCall } from './calls-to-tell'
import { readMail } from './config'
import { deliverAfterResponse } from './delivery'
import { openSmtp } from './transport'

/**
 * Sends undelivered mails again, after the response. Returns the number of mails. Drops mails whose booking
 * has changed since, because their text is out of date. Throws an `AccessError` unless the caller is an
 * admin, and the database server's error.
 */
export async function retryMails(ids: string[]): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('retry_mails', { p_ids: ids }).throwOnError()
  if (data > 0) deliverAfterResponse()
  return data
}

/** Removes mails from the list of undelivered ones. Throws like {@link retryMails}. */
export async function dismissMails(ids: string[]): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('dismiss_mails', { p_ids: ids }).throwOnError()
}

/**
 * Mails the locations of these calls to their visitors, after the response. Returns the number of mails.
 * Throws an `AccessError` unless the caller is an admin, and the database server's error.
 */
export async function tellLocation(ids: string[]): Promise<number> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('mail_location', { p_booking_ids: ids }).throwOnError()
  if (data > 0) deliverAfterResponse()
  return data
}

/**
 * Records that an admin has told the visitors of these calls the state that the list showed. Returns the
 * recorded calls as `known`. `changed` has, by id, the visitors' names of calls that changed after the list
 * was shown: the studio still has to tell these visitors. Throws an `AccessError` unless the caller is an
 * admin, and the database server's error.
 */
export async function setKnown(
  seen: SeenCall[],
): Promise<{ known: { id: string; name: string; revision: number }[]; changed: Map<string, string> }> {
  const supabase = await adminClient()
  const ids = seen.map(({ id }) => id)
  const { data } = await supabase
    .rpc('set_known', {
      p_booking_ids: ids,
      p_seen: Object.fromEntries(seen.map(({ id, state }) => [id, state])),
    })
    .throwOnError()
  const calls = Object.entries(data as Record<string, { revision: number | null; is_left: boolean }>)
  const left = new Set(calls.filter(([, { is_left }]) => is_left).map(([id]) => id))
  return {
    known: calls.flatMap(([id, { revision, is_left }]) =>
      revision === null || is_left ? [] : [{ id, name: '', revision }],
    ),
    changed: left.size > 0 ? await namesOf(left) : new Map(),
  }
}

async function namesOf(ids: Set<string>): Promise<Map<string, string>> {
  const calls = await listCallsToTell()
  return new Map(calls.filter(({ id }) => ids.has(id)).map(({ id, name }) => [id, name]))
}

/**
 * Mails notices to admins about their accounts, after the response. Does not use the outbox, because each
 * mail there belongs to a request. Sends nothing without a mail server. Logs mails that it could not send.
 */
export function sendNotices(notices: { to: string; subject: string; text: string }[]): void {
  const config = readMail()
  if (config?.kind !== 'smtp') return
  const send = openSmtp(config.url)
  after(async () => {
    for (const { to: address, subject, text } of notices) {
      const result = await send({
        from: { name: site.name, address: config.from },
        to: { name: '', address },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (result.outcome !== 'sent') console.error('mail: a notice was not sent.', result.error)
    }
  })
}
