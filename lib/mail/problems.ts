import type { Database } from '../supabase/database.types'

/** A mail that was not delivered, or waits longer than it should. */
export type MailProblem = Omit<Row, 'last_error'> & { last_error: string | null }
type Row = Database['public']['Functions']['get_mail_problems']['Returns'][number]

/** What admins are told of one person's mails, and what they can do about them. */
export interface MailNotice {
  /** The person's name, or 'you'. */
  name: string
  sentence: string
  /** The mails' ids. */
  mails: string[]
  /** The bookings and messages that they are about, each with the text of its link. */
  requests: { id: string; label: string }[]
}

/**
 * One notice per person, for mails that were given up or that the person's own server rejects; the
 * studio's mails count as one person's. `waiting` is one sentence about all mails that wait for a
 * more general reason; null when there are none.
 */
export function groupProblems(problems: MailProblem[]): { people: MailNotice[]; waiting: string | null } {
  const people = new Map<string, [MailProblem, ...MailProblem[]]>()
  const waiting: MailProblem[] = []
  for (const problem of problems) {
    const { recipient, email, given_up, last_error } = problem
    if (!given_up && !isAboutPerson(last_error)) waiting.push(problem)
    else {
      const key = recipient === 'visitor' ? email.toLowerCase() : ''
      const known = people.get(key)
      if (known) known.push(problem)
      else people.set(key, [problem])
    }
  }
  return {
    people: [...people.values()].map(describePerson),
    waiting: waiting.length > 0 ? describeWaiting(waiting) : null,
  }
}

function describePerson(problems: [MailProblem, ...MailProblem[]]): MailNotice {
  const [first] = problems
  const isStudio = first.recipient === 'studio'
  const who = isStudio ? 'you' : `${first.name} (${first.email})`
  const count = problems.length
  const cause = describeError(first.last_error, isStudio ? 'your' : 'their')
  const one = first.kind === 'reply' ? 'A reply' : 'An email'
  const lost = `We could not deliver ${count === 1 ? one.toLowerCase() : `${count} emails`} to ${who}: ${cause}.`
  const advice = isStudio ? '' : ' Please tell them another way.'
  const late =
    count === 1
      ? `${one} to ${who} is not delivered yet: ${cause}. It is tried again by itself for a day.`
      : `${count} emails to ${who} are not delivered yet: ${cause}. They are tried again by themselves for a day.`
  return {
    name: isStudio ? 'you' : first.name,
    sentence: problems.some(({ given_up }) => given_up) ? lost + advice : late,
    mails: problems.map(({ id }) => id),
    requests: requestsOf(problems, isStudio),
  }
}

function requestsOf(problems: MailProblem[], isStudio: boolean): MailNotice['requests'] {
  const requests = [...new Map(problems.map((problem) => [problem.about_id, problem])).values()]
  return requests.map(({ about_id, about, name }) => {
    const word = about === 'booking' ? 'booking' : 'message'
    const alike = requests.filter((other) => other.about === about)
    const nth = alike.findIndex((other) => other.about_id === about_id) + 1
    const which = alike.length > 1 ? `${word} ${nth}` : `the ${word}`
    return { id: about_id, label: `Open ${isStudio ? `${name}’s ${word}` : which}` }
  })
}

function describeWaiting(waiting: MailProblem[]): string {
  const error = waiting.find(({ last_error }) => last_error)?.last_error
  const isOne = waiting.length === 1
  const count = isOne
    ? '1 email waits longer than it should'
    : `${waiting.length} emails wait longer than they should`
  return error
    ? `${count}: ${describeError(error, 'their')}. ${isOne ? 'It is' : 'They are'} sent as soon as that is put right.`
    : `${count}: nothing has asked the site to send ${isOne ? 'it' : 'them'}. Is /api/outbox called every minute?`
}

const CAP = 'mails_per_email_in_24_hours'

/** Whether an error is about the recipient or the message, not about the way there. */
function isAboutPerson(error: string | null): boolean {
  return error === CAP || /\b(RCPT|DATA)\b/.test(error ?? '')
}

/**
 * Why a mail was not delivered, in plain words. `error` is what `describeFailure` in transport.ts
 * makes of a server's reply, or a word of the database's.
 */
function describeError(error: string | null, whose: 'their' | 'your'): string {
  if (error === null || error === 'not tried') return 'nothing asked the site to send it within a day'
  if (error === 'changed_meanwhile') return 'the call was changed after it was written'
  if (error === 'not written') return 'the site could not write it; its log says why'
  if (error === CAP) return 'they have had as many emails from us as one address gets within a day'
  const code = Number(/^\d{3}\b/.exec(error)?.[0] ?? 0)
  if (isAboutPerson(error) && code > 0) {
    if (code === 552 || code === 452) return `${whose} mailbox is full (${code})`
    if (code === 550 || code === 551 || code === 553)
      return `there is no such mailbox, or it takes no email from us (${code})`
    if (code < 500) return `${whose} mail server asked us to come back later (${code})`
    return `${whose} mail server refused it (${code})`
  }
  if (error === 'EENVELOPE') return 'no email can be sent to this address'
  if (/\bMAIL FROM\b/.test(error)) return `our mail server refused the sender’s address (${error})`
  if (/\bEAUTH\b/.test(error)) return `our mail server did not accept our password (${error})`
  if (/\b(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ETLS)\b/.test(error))
    return `our mail server could not be reached (${error})`
  return error
}
