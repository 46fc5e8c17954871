import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { describeError } from '../describe-error'
import { after } from '../next'
import { siteKey } from '../supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { type ClaimedMail, claimedMail } from './claimed'
import { composeMail } from './compose'
import { type MailConfig, readMail } from './config'
import { deleteSavedMails } from './files'
import { openTransport, type SendResult, type Send } from './transport'

/** A lane is a call of {@link deliverMail} that sends. */
const MAX_LANES = 3
const MAX_CONNECTIONS = 12
/** In milliseconds. After this, a lane starts no more mails, and the next call starts a new lane. */
const LANE_MS = 60_000
/** In milliseconds. A mail server may take minutes for one mail; the lane then starts the next. */
const MAX_WAIT_MS = 20_000
/**
 * Shortly before the mail's lease of 12 minutes ends. Sending takes at most 10 minutes and 20 seconds (`MAIL_TIMES`).
 */
const RESULT_RETRY_MS = 12 * 60_000 - 5_000

export type Delivered = Record<SendResult['outcome'], number>

export function deliverAfterResponse(): void {
  const config = readMail()
  if (config) after(() => deliverMail(config).catch((error) => console.error('mail:', describeError(error))))
}

interface DeliveryState {
  lanes: Set<Promise<void>>
  connections: number
  /** Starts when a lane ends; further calls share it. */
  next: Promise<Delivered> | undefined
}

// The build puts this module into several bundles of one process.
const shared = globalThis as typeof globalThis & { studioMail?: DeliveryState }
const sending = (shared.studioMail ??= { lanes: new Set(), connections: 0, next: undefined })

/**
 * Sends the mails that are due for about a minute; the next call sends the rest. A few calls run at once and further
 * calls share the next one, so that many bookings do not open many SMTP connections. Throws the database's error if it
 * cannot claim mails. Only tests pass `maxWait`.
 */
export function deliverMail(config: MailConfig, maxWait = MAX_WAIT_MS): Promise<Delivered> {
  const { lanes } = sending
  if (lanes.size >= MAX_LANES) {
    sending.next ??= Promise.race(lanes)
      .catch(() => {})
      .then(() => {
        sending.next = undefined
        return deliverMail(config, maxWait)
      })
    return sending.next
  }
  const mails: Promise<SendResult['outcome'] | null>[] = []
  const lane = runLane(config, maxWait, mails).finally(() => lanes.delete(lane))
  lanes.add(lane)
  return countOutcomes(lane, mails)
}

async function runLane(
  config: MailConfig,
  maxWait: number,
  mails: Promise<SendResult['outcome'] | null>[],
): Promise<void> {
  const started = Date.now()
  const send = openTransport(config)
  let isEmpty = false
  while (!isEmpty && Date.now() - started < LANE_MS && sending.connections < MAX_CONNECTIONS) {
    sending.connections++
    const mail = deliverOne(send, config).finally(() => sending.connections--)
    mails.push(mail)
    mail.catch(() => {})
    isEmpty = (await Promise.race([mail, pause(maxWait, 'slow', { ref: false })])) === null
  }
}

async function countOutcomes(lane: Promise<void>, mails: Promise<SendResult['outcome'] | null>[]) {
  const delivered: Delivered = { sent: 0, failed: 0, refused: 0, unanswered: 0 }
  const [ended] = await Promise.allSettled([lane])
  for (const outcome of await Promise.all(mails)) if (outcome) delivered[outcome]++
  if (ended.status === 'rejected') throw ended.reason
  return delivered
}

async function deliverOne(send: Send, config: MailConfig): Promise<SendResult['outcome'] | null> {
  const claimed = Date.now()
  // One mail at a time: if this process is killed, only that mail waits until its lease ends.
  const row = await claimOne()
  if (!row) return null
  const result = await sendOne(send, row, config)
  const isWanted = await finish(row, result, claimed + RESULT_RETRY_MS)
  if (!isWanted) await deleteSavedMails({ mail: row.id })
  return result.outcome
}

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
 * Tries at least once, even after a jump of the clock, because a mail without a stored result is sent again. False if
 * the recipient was erased meanwhile.
 */
async function finish({ id, lease }: Leased, result: MailResult, until: number): Promise<boolean> {
  for (;;) {
    const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('finish_mail', {
      p_site_key: siteKey() ?? '',
      p_id: id,
      p_lease: lease,
      p_result: result,
    })
    if (!error) return true
    // 'sent': an earlier attempt stored the result, but its response was lost.
    if (error.message === 'not_leased') return error.details === 'sent'
    console.error(`mail: what became of ${id} could not be stored.`, describeError(error))
    if (Date.now() >= until) return true
    await pause(1_000)
  }
}
