import { z } from 'zod'
import { capitalize } from '../capitalize'
import { addDays, dateAt, formatShortDate, formatTime, STUDIO_ZONE, timeAt } from '../dates'
import { formatAmount } from '../money'
import { paths } from '../paths'
import type { UntoldCall } from './untold'

export const mailProblem = z.object({
  ...{ id: z.string(), kind: z.string(), recipient: z.string(), about: z.string(), about_id: z.string() },
  ...{ name: z.string(), email: z.string(), due_at: z.string(), attempts: z.number() },
  ...{ last_error: z.string().nullable(), total_cents: z.number().nullable() },
  given_up_at: z.string().nullable(),
  ...{ given_up: z.boolean(), may_have_arrived: z.boolean(), is_being_sent: z.boolean() },
})
export type MailProblem = z.infer<typeof mailProblem>

/** A person who does not know their calls' current state, or whom mails did not reach. */
export interface PersonToTell {
  /** Null for the studio itself. */
  email: string | null
  name: string
  calls: UntoldCall[]
  notice: MailNotice | null
}

interface MailNotice {
  what: string
  /** 'Failed today, 9:12 AM: their mailbox is full (552)'. */
  cause: string
  sentence: string
  way: 'ring' | 'send' | 'write'
  mails: string[]
  /** Requests by id, offers by URL. */
  requests: { id: string; label: string; href?: string }[]
}

/** `waiting` is one sentence about all mails that wait for a more general reason. */
export function groupByPerson(
  problems: MailProblem[],
  calls: UntoldCall[],
): { people: PersonToTell[]; waiting: string | null } {
  const isWaiting = ({ given_up, may_have_arrived, last_error }: MailProblem) =>
    !given_up && !may_have_arrived && !isAboutPerson(last_error)
  const waiting = problems.filter(isWaiting)
  const failed = problems.filter((problem) => !isWaiting(problem))
  const toVisitors = failed.filter(({ recipient }) => recipient === 'visitor')
  const toStudio = failed.filter(({ recipient }) => recipient !== 'visitor')
  const addresses = new Set([...calls, ...toVisitors].map(({ email }) => email.toLowerCase()))
  const people = [...addresses].map((address) => {
    const isTheirs = ({ email }: { email: string }) => email.toLowerCase() === address
    return toPerson(calls.filter(isTheirs), toVisitors.filter(isTheirs))
  })
  const studio = { email: null, name: 'You', calls: [], notice: describeMails(toStudio) }
  return {
    people: studio.notice ? [...people, studio] : people,
    waiting: waiting.length > 0 ? describeWaiting(waiting) : null,
  }
}

function toPerson(calls: UntoldCall[], problems: MailProblem[]): PersonToTell {
  const { email = null, name = '' } = calls[0] ?? problems[0] ?? {}
  return { email, name, calls, notice: describeMails(problems) }
}

function describeMails(problems: MailProblem[]): MailNotice | null {
  const [first] = problems
  if (!first) return null
  const isStudio = first.recipient === 'studio'
  const who = isStudio ? 'you' : `${first.name} (${first.email})`
  const count = problems.length
  const cause = explainError(first.last_error, isStudio ? 'your' : 'their')
  const names = [...new Set(problems.map(nameOf))]
  const some = count === 1 ? nameOf(first) : `${count} emails (${names.join(', ')})`
  const one = capitalize(some)
  const isUnknown = first.last_error === UNANSWERED
  const lost = isUnknown
    ? `We do not know whether ${some} reached ${who}: ${cause}.`
    : `We could not deliver ${some} to ${who}: ${cause}.`
  const isTwice = problems.some(({ may_have_arrived }) => may_have_arrived)
  const twice = isTwice ? ` ${count === 1 ? 'It' : 'They'} may have arrived, even twice.` : ''
  const failed = problems
    .flatMap(({ given_up_at }) => given_up_at ?? [])
    .toSorted()
    .at(-1)
  const way = wayFor(first.last_error)
  const known = way === 'send' ? ' Send again, or tell them another way.' : ' Please tell them another way.'
  const advice = isStudio ? '' : isUnknown ? ' Please ask them.' : known
  const late =
    count === 1 && isUnknown
      ? `${one} to ${who} is not known to be delivered: ${cause}. It is sent once more by itself.`
      : count === 1
        ? `${one} to ${who} is not delivered yet: ${cause}. It is tried again by itself for a day.`
        : `${some} to ${who} are not delivered yet: ${cause}. They are tried again by themselves for a day.`
  return {
    what: count === 1 ? one : `${count} emails`,
    cause: failed ? `Failed ${momentOf(failed)}: ${cause}` : capitalize(cause),
    way,
    sentence: problems.some(({ given_up }) => given_up) ? lost + twice + advice : late + twice,
    mails: problems.map(({ id }) => id),
    requests: requestsOf(problems, isStudio),
  }
}

/** 'today, 9:12 AM', 'yesterday, 4:30 PM' or 'Thu 26 Nov, 8:40 AM', on the studio's clock. */
function momentOf(timestamp: string): string {
  const date = dateAt(new Date(timestamp))
  const day = { [dateAt()]: 'today', [addDays(dateAt(), -1)]: 'yesterday' }[date] ?? formatShortDate(date)
  return `${day}, ${formatTime(timeAt(new Date(timestamp), STUDIO_ZONE), true)}`
}

/** 'a reminder', 'an offer of $7,475'. */
function nameOf({ kind, recipient, about, total_cents }: MailProblem): string {
  const what = about === 'booking' ? 'call' : 'message'
  const price = total_cents === null ? '' : ` of ${formatAmount(total_cents)}`
  switch (kind) {
    case 'received':
      return recipient === 'studio' ? `news of a ${what}` : `the confirmation that their ${what} arrived`
    case 'call':
      return 'news of their call'
    case 'moved':
      return 'news of a moved call'
    case 'cancelled':
      return 'news of a cancelled call'
    case 'reminder_day':
    case 'reminder_hour':
      return 'a reminder'
    case 'still_pending':
      return recipient === 'studio' ? 'the calls to confirm' : 'word that their call is not confirmed yet'
    case 'reply':
      return 'a reply'
    case 'offer':
      return `an offer${price}`
    case 'offer_accepted':
      return `the acceptance of an offer${price}`
    case 'offer_declined':
      return `the refusal of an offer${price}`
    case 'offer_withdrawn':
      return `word that an offer${price} was withdrawn`
    case 'offer_follow_up':
      return `a reminder of an offer${price}`
    case 'offer_expired':
      return `word that an offer${price} has expired`
    default:
      return 'an email'
  }
}

function requestsOf(problems: MailProblem[], isStudio: boolean): MailNotice['requests'] {
  const isOffer = ({ kind }: MailProblem) => kind.startsWith('offer')
  const byRequest = (some: MailProblem[]) => [
    ...new Map(some.map((problem) => [problem.about_id, problem])).values(),
  ]
  const requests = byRequest(problems.filter((problem) => !isOffer(problem)))
  const offers = byRequest(problems.filter(isOffer)).map(({ about_id, name }) => ({
    id: about_id,
    label: isStudio ? `Open the offer to ${name}` : 'Open the offer',
    href: `${paths.offers}/${about_id}`,
  }))
  const links = requests.map(({ about_id, about, name }) => {
    const word = about === 'booking' ? 'booking' : 'message'
    const alike = requests.filter((other) => other.about === about)
    const nth = alike.findIndex((other) => other.about_id === about_id) + 1
    const which = alike.length > 1 ? `${word} ${nth}` : `the ${word}`
    return { id: about_id, label: `Open ${isStudio ? `${name}’s ${word}` : which}` }
  })
  return [...links, ...offers]
}

function describeWaiting(waiting: MailProblem[]): string {
  const error = waiting.find(({ last_error }) => last_error)?.last_error
  const isOne = waiting.length === 1
  const count = isOne
    ? '1 email waits longer than it should'
    : `${waiting.length} emails wait longer than they should`
  const isBeingSent = waiting.some(({ is_being_sent }) => is_being_sent)
  const they = isOne ? 'It is' : 'They are'
  if (error) return `${count}: ${explainError(error, 'their')}. ${they} sent as soon as that is put right.`
  return isBeingSent
    ? `${count}: our mail server takes long to reply. ${they} sent as soon as it does, or tried again.`
    : `${count}: nothing has asked the site to send ${isOne ? 'it' : 'them'}. Is /api/tasks called every minute?`
}

const RECIPIENT_LIMIT = 'mails_per_email_in_24_hours'
const UNANSWERED = 'unanswered'

function isAboutPerson(error: string | null): boolean {
  return error === RECIPIENT_LIMIT || /\b(RCPT|DATA)\b/.test(error ?? '')
}

/** An address that does not exist: by phone. A mailbox or a server that is full, busy or away: again. */
function wayFor(error: string | null): MailNotice['way'] {
  if (/^(EENVELOPE|55[013] .*(RCPT|DATA))/.test(error ?? '')) return 'ring'
  return error !== null && error in databaseReasons ? 'write' : 'send'
}

const databaseReasons: Record<string, string> = {
  'not tried': 'nothing asked the site to send it within a day',
  'not written': 'the site could not write it; its log says why',
  changed_meanwhile: 'the call was changed after it was written',
  address_changed: 'their address was changed after it was written, and it was not sent to the new one',
  [RECIPIENT_LIMIT]: 'they have had as many emails from us as one address gets within a day',
  [UNANSWERED]: 'our mail server got it and did not say whether it took it',
}

const nodemailerReasons: [RegExp, string][] = [
  [/\bEMESSAGE\b/, 'our mail server does not take a message like this'],
  [/\bMAIL FROM\b/, 'our mail server refused the sender’s address'],
  [/\b(EAUTH|ENOAUTH|EOAUTH2)\b/, 'our mail server did not accept our password'],
  [/\b(ETLS|EREQUIRETLS)\b/, 'our mail server offered no safe connection'],
  [/\b(ECONNECTION|ESOCKET|EDNS|EPROXY|ETIMEDOUT CONN)\b/, 'our mail server could not be reached'],
  [/\b(EABORT|ETIMEDOUT)\b/, 'our mail server took too long'],
  [/\bEPROTOCOL\b/, 'our mail server replied in a way that the site does not understand'],
  [/\bEMAXLIMIT\b/, 'our mail server takes no more for now'],
  [/\bENOSPC\b/, 'the disk is full'],
]

function explainError(error: string | null, whose: 'their' | 'your'): string {
  const own = databaseReasons[error ?? 'not tried']
  if (error === null || own) return own ?? ''
  const code = Number(/^\d{3}\b/.exec(error)?.[0] ?? 0)
  if (isAboutPerson(error) && code > 0) {
    if (code === 552 || code === 452) return `${whose} mailbox is full (${code})`
    if (code === 550 || code === 551 || code === 553)
      return `there is no such mailbox, or it takes no email from us (${code})`
    if (code < 500) return `${whose} mail server asked us to come back later (${code})`
    return `${whose} mail server refused it (${code})`
  }
  if (/^EENVELOPE\b/.test(error)) return 'no email can be sent to this address'
  // First, because a busy server may reply to any command with a 4xx code.
  if (code >= 400 && code < 500) return `our mail server asked us to come back later (${error})`
  if (code >= 500 && !/MAIL FROM|EAUTH/.test(error)) return `our mail server turned us away (${error})`
  const cause =
    nodemailerReasons.find(([pattern]) => pattern.test(error))?.[1] ??
    'the site could not hand it to our mail server'
  return `${cause} (${error})`
}
