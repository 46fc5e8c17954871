import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claimed'
import type { MailConfig } from './config'
import { saveMail } from './files'

/** Timeout of each SMTP step, in milliseconds. nodemailer's defaults are minutes. */
const STEP_MS = 10_000

/**
 * The result of sending a mail: `refused` is permanent, `failed` is tried again. `error` contains
 * no e-mail address.
 */
export type SendResult = { outcome: 'sent' } | { outcome: 'failed' | 'refused'; error: string }

export type Send = (options: SendMailOptions, mail: ClaimedMail, signal: AbortSignal) => Promise<SendResult>

/**
 * Returns the function that sends a mail: by SMTP or to a file, as configured. That function never
 * throws.
 */
export function openTransport(config: MailConfig): Send {
  if (config.kind === 'files') return (options, mail) => outcomeOf(saveMail(config.folder, options, mail))
  const transport = createTransport({
    url: config.url,
    // A password never goes out in clear text.
    requireTLS: new URL(config.url).password !== '',
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
  })
  return (options, _, signal) => outcomeOf(transport.sendMail({ ...options, signal }))
}

async function outcomeOf(sending: Promise<unknown>): Promise<SendResult> {
  try {
    await sending
    return { outcome: 'sent' }
  } catch (error) {
    return describeFailure(error as SendError)
  }
}

interface SendError {
  code?: string
  /** The SMTP reply code, and the command that it replied to. */
  responseCode?: number
  command?: string
}

/**
 * A 5xx reply about the recipient or the message is permanent. One about the sign-in or the sender
 * is a configuration error, which the owner can correct within the day that mails are retried. Only
 * the code of the reply is used, because its text often contains the address.
 */
function describeFailure({ code = 'unknown', responseCode, command = '' }: SendError): SendResult {
  const isAboutThisMail = /^(RCPT|DATA)/.test(command) && (responseCode ?? 500) >= 500
  const isUnsendable = code === 'EENVELOPE' && responseCode === undefined
  return {
    outcome: isAboutThisMail || isUnsendable ? 'refused' : 'failed',
    error: [responseCode, code, command].filter(Boolean).join(' '),
  }
}
