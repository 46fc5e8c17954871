import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claimed'
import type { MailConfig } from './config'
import { keepMail } from './files'

/** How long a mail server has for each step, in milliseconds; nodemailer's own are minutes. */
const STEP_MS = 10_000

/** What became of a mail: `refused` will be refused again, `failed` may work later. `error` holds no address. */
export type Outcome = { outcome: 'sent' } | { outcome: 'failed' | 'refused'; error: string }

export type Send = (options: SendMailOptions, mail: ClaimedMail, signal: AbortSignal) => Promise<Outcome>

/** How mails go out by this configuration: to a mail server, or to files. What it returns never throws. */
export function openTransport(config: MailConfig): Send {
  if (config.kind === 'files') return (options, mail) => outcomeOf(keepMail(config.folder, options, mail))
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

async function outcomeOf(sending: Promise<unknown>): Promise<Outcome> {
  try {
    await sending
    return { outcome: 'sent' }
  } catch (error) {
    return describeFailure(error as SendError)
  }
}

interface SendError {
  code?: string
  /** The server's reply code, and the SMTP command that it replied to. */
  responseCode?: number
  command?: string
}

/**
 * A 5xx about the recipient or the message is for good. One about the sign-in or the sender is the owner's to put right, and may be
 * within a day. Of the server's reply only the code is kept: they often repeat the address.
 */
function describeFailure({ code = 'unknown', responseCode, command = '' }: SendError): Outcome {
  const isAboutThisMail = /^(RCPT|DATA)/.test(command) && (responseCode ?? 500) >= 500
  const isUnsendable = code === 'EENVELOPE' && responseCode === undefined
  return {
    outcome: isAboutThisMail || isUnsendable ? 'refused' : 'failed',
    error: [responseCode, code, command].filter(Boolean).join(' '),
  }
}
