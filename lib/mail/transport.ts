import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claimed'
import type { MailConfig } from './config'
import { saveMail } from './files'

/** In milliseconds. */
export interface MailTimes {
  /** For looking up the server's name, for connecting, and for the greeting, each. */
  step: number
  /** Until the server asks for the message. Sending again after this limit does no harm. */
  handover: number
  /** For the server's confirmation: ten minutes, as RFC 5321 demands (4.5.3.2.6). */
  answer: number
}

export const MAIL_TIMES: MailTimes = { step: 10_000, handover: 20_000, answer: 600_000 }

/**
 * `refused` is permanent, `failed` is tried again, `unanswered`: the server got the message but did not confirm it.
 * `error` contains no e-mail address.
 */
export type SendResult = { outcome: 'sent' } | { outcome: 'failed' | 'refused' | 'unanswered'; error: string }

export type Send = (options: SendMailOptions, mail: ClaimedMail) => Promise<SendResult>

/** The returned function never throws. */
export function openTransport(config: MailConfig, times = MAIL_TIMES): Send {
  if (config.kind === 'files') return (options, mail) => outcomeOf(saveMail(config.folder, options, mail))
  return openSmtp(config.url, times)
}

export function openSmtp(url: string, times = MAIL_TIMES) {
  const transport = createTransport({
    url,
    // The site never sends a password in clear text.
    requireTLS: new URL(url).password !== '',
    connectionTimeout: times.step,
    greetingTimeout: times.step,
    dnsTimeout: times.step,
    socketTimeout: times.answer,
  })
  // nodemailer has one time limit for before and after DATA, so this watches the reading of the message, which begins
  // when the server asks for it and ends when all of it is sent.
  const inProgress = new WeakMap<AbortSignal, SendProgress>()
  transport.use('stream', ({ message, data }, done) => {
    const progress = data.signal && inProgress.get(data.signal)
    const read = message.createReadStream.bind(message)
    if (progress) message.createReadStream = () => Readable.from(progress.watch(read))
    done()
  })
  return async (options: SendMailOptions): Promise<SendResult> => {
    const progress = new SendProgress(times)
    inProgress.set(progress.signal, progress)
    const result = await outcomeOf(transport.sendMail({ ...options, signal: progress.signal }), progress)
    progress.end()
    return result
  }
}

class SendProgress {
  isOut = false
  readonly #abort = new AbortController()
  readonly #answer: number
  #timer: NodeJS.Timeout

  constructor({ handover, answer }: MailTimes) {
    this.#answer = answer
    this.#timer = this.#abortAfter(handover)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  async *watch(read: () => Readable): AsyncGenerator<unknown> {
    this.end()
    this.#timer = this.#abortAfter(this.#answer)
    yield* read()
    this.isOut = true
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #abortAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#abort.abort(), milliseconds)
  }
}

async function outcomeOf(sending: Promise<unknown>, mail = { isOut: false }): Promise<SendResult> {
  try {
    await sending
    return { outcome: 'sent' }
  } catch (error) {
    return describeFailure(error as SendError, mail.isOut)
  }
}

interface SendError {
  code?: string
  responseCode?: number
  command?: string
}

/**
 * A 5xx reply to the recipient or the message is permanent; one to the sign-in or the sender is a wrong setting, which
 * the owner can correct within the day of retries. `error` has only the code, because the reply's text often contains
 * the address.
 */
function describeFailure(
  { code = 'unknown', responseCode, command = '' }: SendError,
  isOut: boolean,
): SendResult {
  const isAboutThisMail = /^(RCPT|DATA)/.test(command) && (responseCode ?? 500) >= 500
  const isUnsendable = code === 'EENVELOPE' && responseCode === undefined
  const error = [responseCode, code, command].filter(Boolean).join(' ')
  // A 3xx reply is to DATA: a server that repeats its replies has the message already.
  if (isOut && (responseCode ?? 0) < 400) return { outcome: 'unanswered', error }
  return { outcome: isAboutThisMail || isUnsendable ? 'refused' : 'failed', error }
}
