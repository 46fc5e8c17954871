import 'server-only'
import { after } from 'next/server'
import { site } from '../content/site'
import { adminClient } from '../supabase/auth'
import type { SeenCall } from './calls-to-tell'
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
 * Records that an admin has told these people: they know their calls in the state that the list showed, and
 * the list leaves out the mails that did not reach them. Returns the recorded calls as `known`. The calls of
 * `changed` changed after the list was shown, so the studio still has to tell their visitors; mails to them
 * stay in the list. Throws an `AccessError` unless the caller is an admin, and the database server's error.
 */
export async function markTold(people: { calls: SeenCall[]; mails: string[] }[]) {
  const supabase = await adminClient()
  const calls = people.flatMap((person) => person.calls)
  const { data } = await supabase
    .rpc('set_known', {
      p_booking_ids: calls.map(({ id }) => id),
      p_seen: Object.fromEntries(calls.map(({ id, state }) => [id, state])),
    })
    .throwOnError()
  const results = data as Record<string, { revision: number | null; is_left: boolean }>
  const isChanged = ({ id }: SeenCall) => results[id]?.is_left ?? false
  const told = people.filter((person) => !person.calls.some(isChanged))
  await supabase.rpc('dismiss_mails', { p_ids: told.flatMap(({ mails }) => mails) }).throwOnError()
  return {
    known: calls.flatMap((call) => {
      const revision = results[call.id]?.revision
      return !revision || isChanged(call) ? [] : [{ id: call.id, name: '', revision }]
    }),
    changed: calls.filter(isChanged),
  }
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
