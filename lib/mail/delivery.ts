import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { after } from 'next/server'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { type ClaimedMail, claimedMail } from './claimed'
import { composeMail, isUnneeded, toldLocation } from './compose'
import { type MailConfig, readMail } from './config'
import { deleteSavedMails } from './files'
import { openTransport, type SendResult, type Send } from './transport'

const BATCH = 20
/** A batch ends within this time (milliseconds); its lease in the database lasts two minutes. */
const BATCH_MS = 90_000
/** How long storing a result is retried: until shortly before the lease ends. */
const LEASE_MS = 115_000
/** Timeout of one mail. */
const MAIL_MS = 20_000

/**
 * How many mails of a batch had which outcome. `released` ones were not tried, because time ran
 * out, and are due again.
 */
export type Delivered = Record<SendResult['outcome'] | 'released', number>

/**
 * Sends the mails that are due, after the response has been sent. Does nothing when mail is not
 * configured.
 */
export function deliverAfterResponse(): void {
  const config = readMail()
  if (config) after(() => deliverMail(config).catch((error) => console.error('mail:', describeError(error))))
}

let running: Promise<Delivered> | undefined
let next: Promise<Delivered> | undefined

/**
 * Sends one batch of the mails that are due. Calls made while a batch is running share the next
 * one, so many bookings at once do not open many SMTP connections. Throws the database's error when
 * mails cannot be claimed.
 */
export function deliverMail(config: MailConfig): Promise<Delivered> {
  if (!running) {
    running = deliverBatch(config).finally(() => (running = undefined))
    return running
  }
  next ??= running
    .catch(() => {})
    .then(() => {
      next = undefined
      return deliverMail(config)
    })
  return next
}

async function deliverBatch(config: MailConfig): Promise<Delivered> {
  const started = Date.now()
  const send = openTransport(config)
  const delivered: Delivered = { sent: 0, failed: 0, refused: 0, released: 0 }
  for (const row of await claim()) {
    const hasTime = Date.now() - started <= BATCH_MS - MAIL_MS - WRITE_TIMEOUT_MS
    const result = hasTime ? await sendOne(send, row, config) : ({ outcome: 'released' } as const)
    if (result.outcome !== 'unneeded') delivered[result.outcome]++
    const finished = finish(row, result, started + LEASE_MS)
    if (!hasTime) continue
    const isWanted = await finished
    if (!isWanted) await deleteSavedMails({ mail: row.id })
  }
  return delivered
}

/**
 * The result of a mail: `location` is the one that it told its visitor, `told_sequence` the
 * `calendar_sequence` of the call that it told of. `unneeded` mails were not sent.
 */
type MailResult =
  | (SendResult & { location?: string | null; told_sequence?: number })
  | { outcome: 'released' }
  | { outcome: 'unneeded'; told_sequence?: number }

const leased = z.looseObject({ id: z.guid(), lease: z.guid() })
type Leased = z.infer<typeof leased>

async function claim(): Promise<Leased[]> {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('claim_mail', {
    p_site_key: siteKey() ?? '',
    p_limit: BATCH,
  })
  if (error) throw error
  return z.array(leased).parse(data)
}

async function sendOne(send: Send, row: Leased, config: MailConfig): Promise<MailResult> {
  let mail: ClaimedMail
  let options: ReturnType<typeof composeMail>
  try {
    mail = claimedMail.parse(row)
    if (isUnneeded(mail)) return { outcome: 'unneeded', ...toldSequence(mail) }
    options = composeMail(mail, config)
  } catch (error) {
    console.error(`mail: ${row.id} could not be written.`, describeError(error))
    return { outcome: 'failed', error: 'not written' }
  }
  const outcome = await send(options, mail, AbortSignal.timeout(MAIL_MS))
  if (outcome.outcome !== 'sent')
    console.error(
      `mail: "${mail.kind}" to the ${mail.recipient} was not sent, ${outcome.outcome}: ${outcome.error}`,
    )
  // A mail saved as a file has told nobody.
  return config.kind === 'smtp'
    ? { ...outcome, location: toldLocation(mail), ...toldSequence(mail) }
    : outcome
}

/** The state of the call that the mail tells its visitor. */
function toldSequence(mail: ClaimedMail): { told_sequence?: number } {
  return mail.about === 'booking' ? { told_sequence: mail.calendar_sequence } : {}
}

/**
 * Stores the result of a mail. Retries until the lease ends, because a mail whose result is not
 * stored is sent again. False when the mail is not wanted any more, because its person was erased
 * meanwhile.
 */
async function finish({ id, lease }: Leased, result: MailResult, until: number): Promise<boolean> {
  while (Date.now() < until) {
    const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('finish_mail', {
      p_site_key: siteKey() ?? '',
      p_id: id,
      p_lease: lease,
      p_result: result,
    })
    if (!error) return true
    // 'sent': an earlier try was stored and only its response was lost.
    if (error.message === 'not_leased') return error.details === 'sent'
    console.error(`mail: what became of ${id} could not be stored.`, describeError(error))
    await pause(1_000)
  }
  return true
}
