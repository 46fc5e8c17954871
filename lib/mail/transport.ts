import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claimed'
import type { MailConfig } from './config'
import { saveMail } from './files'

/** A mail server's time limits, in milliseconds. */
export interface MailTimes {
  /** The limit of the connection, its greeting, and the look-up of its name, each. */
  step: number
  /**
   * The limit of everything until the server asks for the message. A mail that exceeds it can be tried again
   * without harm.
   */
  handover: number
  /**
   * The limit of the server's confirmation that it has the message: ten minutes, as RFC 5321 demands
   * (4.5.3.2.6).
   */
  answer: number
}

export const MAIL_TIMES: MailTimes = { step: 10_000, handover: 20_000, answer: 600_000 }

/**
 * The result of sending a mail: `refused` is permanent, the site retries `failed`, and `unanswered` means
 * that the whole message went out and the server did not confirm it. `error` contains no e-mail address.
 */
export type SendResult = { outcome: 'sent' } | { outcome: 'failed' | 'refused' | 'unanswered'; error: string }

export type Send = (options: SendMailOptions, mail: ClaimedMail) => Promise<SendResult>

/** Returns the configured function that sends a mail: by SMTP or to a file. That function never throws. */
export function openTransport(config: MailConfig, times = MAIL_TIMES): Send {
  if (config.kind === 'files') return (options, mail) => outcomeOf(saveMail(config.folder, options, mail))
  return openSmtp(config.url, times)
}

/** {@link openTransport} for a mail server only. */
export function openSmtp(url: string, times = MAIL_TIMES) {
  const transport = createTransport({
    url,
    // A password never goes out in clear text.
    requireTLS: new URL(url).password !== '',
    connectionTimeout: times.step,
    greetingTimeout: times.step,
    dnsTimeout: times.step,
    socketTimeout: times.answer,
  })
  // nodemailer has one timeout for before and after DATA. It begins to read the message when the server asks
  // for it, and reaches its end when all of it has gone out.
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

/** A mail's progress, and the time left for it. */
class SendProgress {
  /** True once the whole message has gone out. */
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
  /** The SMTP reply code, and the command that got it. */
  responseCode?: number
  command?: string
}

/**
 * A 5xx reply about the recipient or the message is permanent. One about the sign-in or the sender is a
 * configuration error, which the owner can correct within the day of retries. The error has only the code of
 * the reply, because its text often contains the address.
 */
function describeFailure(
  { code = 'unknown', responseCode, command = '' }: SendError,
  isOut: boolean,
): SendResult {
  const isAboutThisMail = /^(RCPT|DATA)/.test(command) && (responseCode ?? 500) >= 500
  const isUnsendable = code === 'EENVELOPE' && responseCode === undefined
  const error = [responseCode, code, command].filter(Boolean).join(' ')
  if (isOut && responseCode === undefined) return { outcome: 'unanswered', error }
  return { outcome: isAboutThisMail || isUnsendable ? 'refused' : 'failed', error }
}
