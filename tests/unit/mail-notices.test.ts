import { ERROR_CODES } from 'nodemailer/lib/errors'
import { expect, test, vi } from 'vitest'
import { formatAmount } from '@/lib/money'
import type { UntoldCall } from '@/lib/requests/untold'
import { groupByPerson, type MailProblem } from '@/lib/requests/notices'

const problem: MailProblem = {
  id: 'a1',
  kind: 'received',
  recipient: 'visitor',
  about: 'booking',
  about_id: 'b1',
  name: 'Ana',
  email: 'ana@example.com',
  due_at: '2026-11-23T20:00:00Z',
  attempts: 1,
  last_error: '552 EMESSAGE DATA',
  given_up: true,
  given_up_at: '2026-11-23T20:01:00Z',
  may_have_arrived: false,
  is_being_sent: false,
  total_cents: null,
}
const more = (change: Partial<MailProblem>): MailProblem => ({ ...problem, ...change })

const group = (problems: MailProblem[]) => groupByPerson(problems, [])

const call = (id: string, email: string) => ({ id, email, name: 'Ana' }) as UntoldCall

test('each person has one row, for calls and failed mails, in whatever case the address is written', () => {
  const bo = { name: 'Bo', email: 'bo@example.com', last_error: '550 EENVELOPE RCPT TO' }
  const { people, waiting } = groupByPerson(
    [
      more({ ...bo, id: 's1', recipient: 'studio' }),
      more({ ...bo, id: 'b', about_id: 'b2' }),
      problem,
      more({ id: 'a2', about_id: 'b4', kind: 'call', email: 'Ana@Example.com' }),
      more({ id: 'a3', about: 'inquiry', about_id: 'i1' }),
      more({ id: 's2', about_id: 'b3', recipient: 'studio' }),
    ],
    [call('c1', 'Cy@example.com'), call('b1', 'ANA@example.com'), call('b9', 'ana@example.com')],
  )
  expect(waiting).toBeNull()
  const rows = people.map(({ email, calls, notice }) => [email, calls.map(({ id }) => id), notice?.mails])
  expect(rows, 'the earliest call first, the studio last').toEqual([
    ['Cy@example.com', ['c1'], undefined],
    ['ANA@example.com', ['b1', 'b9'], ['a1', 'a2', 'a3']],
    ['bo@example.com', [], ['b']],
    [null, [], ['s1', 's2']],
  ])
  expect(people.flatMap(({ notice }) => notice?.sentence.split(':')[0] ?? [])).toEqual([
    'We could not deliver 3 emails (the confirmation that their call arrived, news of their call, the confirmation that their message arrived) to Ana (ana@example.com)',
    'We could not deliver the confirmation that their call arrived to Bo (bo@example.com)',
    'We could not deliver 2 emails (news of a call) to you',
  ])
  expect(people.flatMap(({ notice }) => notice?.requests.map(({ label }) => label) ?? [])).toEqual([
    ...['Open booking 1', 'Open booking 2', 'Open the message'],
    ...['Open the booking', 'Open Bo’s booking', 'Open Ana’s booking'],
  ])
})

test('mails that wait for our mail server share one sentence; refused mails have a person’s notice', () => {
  const waits = more({ given_up: false, last_error: 'ECONNECTION CONN' })
  const { people, waiting } = group([
    waits,
    more({ given_up: false, id: 'a2', last_error: null }),
    more({ given_up: false, id: 'a3', last_error: '452 EENVELOPE RCPT TO' }),
  ])
  expect(waiting).toBe(
    '2 emails wait longer than they should: our mail server could not be reached (ECONNECTION CONN). They are sent as soon as that is put right.',
  )
  expect(people.map(({ notice }) => notice?.sentence)).toEqual([
    'The confirmation that their call arrived to Ana (ana@example.com) is not delivered yet: their mailbox is full (452). It is tried again by itself for a day.',
  ])
  expect(group([more({ given_up: false, last_error: null })]).waiting).toBe(
    '1 email waits longer than it should: nothing has asked the site to send it. Is /api/tasks called every minute?',
  )
  expect(
    group([
      more({ given_up: false, last_error: null, is_being_sent: true }),
      more({ id: 'a2', given_up: false, last_error: null }),
    ]).waiting,
    'behind a slow mail server',
  ).toBe(
    '2 emails wait longer than they should: our mail server takes long to reply. They are sent as soon as it does, or tried again.',
  )
})

test('the row of a person says when the last mail failed', () => {
  vi.useFakeTimers({ now: new Date('2026-11-25T00:00:00Z') })
  const cause = (...times: (string | null)[]) =>
    group(times.map((given_up_at, at) => more({ id: `a${at}`, given_up_at }))).people[0]?.notice?.cause
  const full = 'their mailbox is full (552)'
  expect(cause('2026-11-24T20:12:00Z', '2026-11-20T20:12:00Z')).toBe(`Failed today, 9:12 AM: ${full}`)
  expect(cause('2026-11-24T03:30:00Z')).toBe(`Failed yesterday, 4:30 PM: ${full}`)
  expect(cause('2026-11-22T19:40:00Z')).toBe(`Failed Mon 23 Nov, 8:40 AM: ${full}`)
  expect(cause(null), 'a mail that is still tried').toBe('Their mailbox is full (552)')
  vi.useRealTimers()
})

test('the main way to tell a person fits the cause: by phone, the same mail again, or an own mail', () => {
  const ways = (...errors: (string | null)[]) =>
    errors.map((last_error) => group([more({ last_error })]).people[0]?.notice?.way)
  expect(ways('550 EENVELOPE RCPT TO', '553 EMESSAGE DATA', 'EENVELOPE API')).toEqual([
    'ring',
    'ring',
    'ring',
  ])
  expect(ways('552 EMESSAGE DATA', '450 EENVELOPE RCPT TO', 'ECONNECTION CONN')).toEqual([
    'send',
    'send',
    'send',
  ])
  expect(ways('unanswered', 'address_changed')).toEqual(['write', 'write'])
})

test.each([
  ['535 EAUTH AUTH PLAIN', 'our mail server did not accept our password (535 EAUTH AUTH PLAIN)'],
  ['450 EENVELOPE RCPT TO', 'their mail server asked us to come back later (450)'],
  ['554 EMESSAGE DATA', 'their mail server refused it (554)'],
  ['550 EENVELOPE MAIL FROM', 'our mail server refused the sender’s address (550 EENVELOPE MAIL FROM)'],
  ['not tried', 'nothing asked the site to send it within a day'],
  ['not written', 'the site could not write it; its log says why'],
  ['mails_per_email_in_24_hours', 'they have had as many emails from us as one address gets within a day'],
  ['EENVELOPE', 'no email can be sent to this address'],
  ['EENVELOPE API', 'no email can be sent to this address'],
  ['EABORT', 'our mail server took too long (EABORT)'],
  ['EMESSAGE MAIL FROM', 'our mail server does not take a message like this (EMESSAGE MAIL FROM)'],
  ['554 EPROTOCOL CONN', 'our mail server turned us away (554 EPROTOCOL CONN)'],
  ['421 ECONNECTION CONN', 'our mail server asked us to come back later (421 ECONNECTION CONN)'],
  ['454 EAUTH AUTH LOGIN', 'our mail server asked us to come back later (454 EAUTH AUTH LOGIN)'],
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['changed_meanwhile', 'the call was changed after it was written'],
  ['address_changed', 'their address was changed after it was written, and it was not sent to the new one'],
  ['unknown', 'the site could not hand it to our mail server (unknown)'],
])('%s in plain words', (last_error, words) => {
  expect(group([more({ last_error })]).people[0]?.notice?.sentence).toContain(`: ${words}.`)
})

test('the owner reads a sentence for every error of the mail server, not a code', () => {
  for (const code of Object.keys(ERROR_CODES))
    for (const last_error of [code, `${code} CONN`, `554 ${code} STARTTLS`])
      for (const given_up of [true, false]) {
        const { people, waiting } = group([more({ last_error, given_up })])
        expect(waiting ?? people[0]?.notice?.sentence, last_error).toMatch(/: (our|the|no) [a-z’ ]{12,}[ .(]/)
      }
})

test('the notice of an unacknowledged mail says that the mail may have arrived', () => {
  const unanswered = more({ last_error: 'unanswered', may_have_arrived: true })
  const sentence = (...problems: MailProblem[]) => group(problems).people[0]?.notice?.sentence
  expect(sentence(unanswered)).toBe(
    'We do not know whether the confirmation that their call arrived reached Ana (ana@example.com): our mail server got it and did not say whether it took it. It may have arrived, even twice. Please ask them.',
  )
  expect(sentence({ ...unanswered, given_up: false })).toBe(
    'The confirmation that their call arrived to Ana (ana@example.com) is not known to be delivered: our mail server got it and did not say whether it took it. It is sent once more by itself. It may have arrived, even twice.',
  )
  expect(sentence({ ...unanswered, last_error: '550 EENVELOPE RCPT TO' })).toBe(
    'We could not deliver the confirmation that their call arrived to Ana (ana@example.com): there is no such mailbox, or it takes no email from us (550). It may have arrived, even twice. Please tell them another way.',
  )
})

test('the notice names the kind of an undelivered mail; for an offer also its price and link', () => {
  const sentence = (change: Partial<MailProblem>) => group([more(change)]).people[0]?.notice?.sentence
  expect(sentence({ kind: 'reply' })).toMatch(/^We could not deliver a reply to Ana /)
  expect(sentence({ kind: 'reminder_day' })).toMatch(/^We could not deliver a reminder to Ana /)
  const [person] = group([problem, more({ id: 'o', kind: 'offer', total_cents: 747_500 })]).people
  const notice = person?.notice
  expect(notice?.sentence).toContain(`an offer of ${formatAmount(747_500)}) to Ana`)
  expect(notice?.requests).toEqual([
    { id: 'b1', label: 'Open the booking' },
    { id: 'b1', label: 'Open the offer', href: '/admin/offers/b1' },
  ])
})
