import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { after } from 'next/server'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { type ClaimedMail, claimedMail } from './claimed'
import { composeMail } from './compose'
import { type MailConfig, readMail } from './config'
import { deleteSavedMails } from './files'
import { openTransport, type SendResult, type Send } from './transport'

/** How many mails are sent side by side: a server may take minutes to answer for one. */
const LANES = 3
/** When a lane begins no other mail (milliseconds). The next call begins another lane. */
const LANE_MS = 60_000
/**
 * How long storing a result is retried: until shortly before the lease ends, which the database
 * gives a mail for 12 minutes. One mail takes at most 10 minutes and 20 seconds (`MAIL_TIMES`).
 */
const LEASE_MS = 12 * 60_000 - 5_000

/** How many mails had which outcome. */
export type Delivered = Record<SendResult['outcome'], number>

/**
 * Sends the mails that are due, after the response has been sent. Does nothing when mail is not
 * configured.
 */
export function deliverAfterResponse(): void {
  const config = readMail()
  if (config) after(() => deliverMail(config).catch((error) => console.error('mail:', describeError(error))))
}

const lanes = new Set<Promise<Delivered>>()
let next: Promise<Delivered> | undefined

/**
 * Sends the mails that are due, one after the other for about a minute; what is due then is the
 * next call's. A few calls run side by side, so that a mail whose server is slow to answer holds up
 * no other; more of them share the next one, so many bookings at once do not open many SMTP
 * connections. Throws the database's error when mails cannot be claimed.
 */
export function deliverMail(config: MailConfig): Promise<Delivered> {
  if (lanes.size < LANES) {
    const lane = deliverDue(config).finally(() => lanes.delete(lane))
    lanes.add(lane)
    return lane
  }
  next ??= Promise.race(lanes)
    .catch(() => {})
    .then(() => {
      next = undefined
      return deliverMail(config)
    })
  return next
}

async function deliverDue(config: MailConfig): Promise<Delivered> {
  const started = Date.now()
  const send = openTransport(config)
  const delivered: Delivered = { sent: 0, failed: 0, refused: 0, unanswered: 0 }
  while (Date.now() - started < LANE_MS) {
    const claimed = Date.now()
    // One at a time: if this process is killed, only that one waits for its lease to end.
    const row = await claimOne()
    if (!row) break
    const result = await sendOne(send, row, config)
    delivered[result.outcome]++
    const isWanted = await finish(row, result, claimed + LEASE_MS)
    if (!isWanted) await deleteSavedMails({ mail: row.id })
  }
  return delivered
}

/** The result of a mail: `kept` when it was only saved as a file, which nobody reads. */
type MailResult = SendResult & { kept: boolean }

const leased = z.looseObject({ id: z.guid(), lease: z.guid() })
type Leased = z.infer<typeof leased>

async function claimOne(): Promise<Leased | undefined> {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('claim_mail', {
    p_site_key: siteKey() ?? '',
    p_limit: 1,
  })
  if (error) throw error
  return z.array(leased).parse(data)[0]
}

async function sendOne(send: Send, row: Leased, config: MailConfig): Promise<MailResult> {
  const kept = config.kind === 'files'
  let mail: ClaimedMail
  let options: ReturnType<typeof composeMail>
  try {
    mail = claimedMail.parse(row)
    options = composeMail(mail, config)
  } catch (error) {
    console.error(`mail: ${row.id} could not be written.`, describeError(error))
    return { outcome: 'failed', error: 'not written', kept }
  }
  const outcome = await send(options, mail)
  if (outcome.outcome !== 'sent')
    console.error(
      `mail: "${mail.kind}" to the ${mail.recipient} was not sent, ${outcome.outcome}: ${outcome.error}`,
    )
  return { ...outcome, kept }
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
