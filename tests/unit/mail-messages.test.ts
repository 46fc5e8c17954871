import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { place, placeTime } from '@/lib/content/place'
import { site } from '@/lib/content/studio'
import { packageNames } from '@/lib/content/package-names'
import type { BookingMail, ClaimedMail } from '@/lib/mail/claimed'
import { composeMail } from '@/lib/mail/compose'
import type { MailConfig } from '@/lib/mail/config'
import { openTransport, type Send } from '@/lib/mail/transport'
import { type ReceivedMail, startMailServer } from '../smtp'

/** The default location of calls in these tests. */
const usual = { text: 'Our video room', url: 'https://meet.example/call' }

const call: BookingMail = {
  id: '00000000-0000-4000-8000-00000000000a',
  lease: '00000000-0000-4000-8000-00000000000b',
  about_id: '00000000-0000-4000-8000-00000000000c',
  about: 'booking',
  kind: 'received',
  recipient: 'visitor',
  known_date: null,
  known_start_time: null,
  name: 'Ana Ngata',
  email: 'ana@example.com',
  message: 'A shop for\nkelp <b>& salt</b>',
  package: 'growth',
  status: 'pending',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
  phone: '+64 4 123 4567',
  where: usual,
  known_location: null,
  cancel_reason: null,
  cancel_message: null,
  link_version: 1,
  calendar_sequence: 0,
  is_soon: false,
  calls: [],
  others: [],
}
const { id, lease, about_id, name, email, message } = call
const inquiry: ClaimedMail = {
  ...{ id, lease, about_id, name, email, message },
  about: 'inquiry',
  kind: 'received',
  recipient: 'visitor',
  known_date: null,
  known_start_time: null,
  package: null,
}
const changed = (change: Partial<BookingMail>) => ({ ...call, ...change })

let server: Awaited<ReturnType<typeof startMailServer>>
let config: Extract<MailConfig, { kind: 'smtp' }>
let send: Send
beforeAll(async () => {
  server = await startMailServer()
  // One connection for all mails, because the server delays each new connection by 100 ms.
  const url = `${server.url}?pool=true&maxConnections=1`
  config = { kind: 'smtp', url, from: 'calls@studio.test', to: 'us@studio.test' }
  send = openTransport(config)
})
afterAll(() => server.close())

/** Sends a mail by SMTP, and returns it as the server received it. */
async function deliver(mail: ClaimedMail): Promise<ReceivedMail> {
  const outcome = await send(composeMail(mail, config), mail)
  expect(outcome).toEqual({ outcome: 'sent' })
  const received = server.received.pop()
  if (!received) throw new Error('nothing arrived')
  return received
}

function eventIn(mail: ReceivedMail) {
  const file = mail.attachments.find(({ filename }) => filename === 'strategy-call.ics')
  const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? ''))
  const event = calendar.getFirstSubcomponent('vevent')
  expect(event?.getFirstPropertyValue('dtstart')?.toString()).toBe('2026-11-30T20:00:00Z')
  return Object.fromEntries([
    ['method', calendar.getFirstPropertyValue('method')],
    ...['status', 'sequence', 'location'].map((key) => [key, event?.getFirstPropertyValue(key) ?? null]),
  ]) as Record<string, unknown>
}

test('the visitor’s first mail has the time, the link to their page and the invitation', async () => {
  process.env.SITE_SECRET = `${'A'.repeat(43)}=`
  const mail = await deliver(call)
  delete process.env.SITE_SECRET
  expect(mail.from?.value).toEqual([{ name: site.name, address: 'calls@studio.test' }])
  expect(mail.envelopeTo).toEqual(['ana@example.com'])
  expect(mail.replyTo?.value).toEqual([{ name: site.name, address: 'us@studio.test' }])
  expect(mail.subject).toBe(`We have your booking: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  expect(mail.messageId).toBe(`<${call.id}@${new URL(site.url).hostname}>`)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.headers.get('x-auto-response-suppress')).toBe('All')
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(`${place.letters.greeting} Ana Ngata,`)
    expect(part).toContain(
      `Tuesday 1 December 2026, 9:00 am to 9:30 am ${place.zoneNames.summer} (${placeTime})`,
    )
    expect(part).toContain(`${site.url}/booking/manage/${call.about_id}.`)
    expect(part).not.toContain('kelp')
    expect(part).not.toContain(usual.text)
  }
  expect(eventIn(mail)).toEqual({ method: 'REQUEST', status: 'TENTATIVE', sequence: 0, location: null })
})

test.each([
  {
    kind: 'confirmed',
    status: 'confirmed',
    subject: 'Your call is confirmed',
    method: 'REQUEST',
    where: true,
  },
  { kind: 'moved', status: 'pending', subject: 'Your call has a new time', method: 'REQUEST', where: false },
  {
    kind: 'cancelled',
    status: 'cancelled',
    subject: 'Your call is cancelled',
    method: 'CANCEL',
    where: false,
  },
] as const)('$kind: the mail has the event, with the location once the call is confirmed', async (row) => {
  const { kind, status, subject, method, where } = row
  const mail = await deliver(changed({ kind, status, calendar_sequence: 2 }))
  expect(mail.subject).toBe(`${subject}: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  expect(eventIn(mail)).toMatchObject({ method, sequence: 2 })
  const text = (mail.text ?? '').replace(/\s+/g, ' ')
  expect(text.includes(['Where:', usual.text, usual.url].filter(Boolean).join(' '))).toBe(where)
  expect(text.includes(usual.text)).toBe(where)
})

test('the mail about a changed location has the new and the old one, and the calendar event', async () => {
  const moved = {
    kind: 'location',
    status: 'confirmed',
    where: { text: 'The café, 1 The Parade', url: null },
  } as const
  const mail = await deliver(
    changed({ ...moved, known_location: 'Our video room, https://old.example/call', calendar_sequence: 3 }),
  )
  expect(mail.subject).toBe(`Your call has a new location: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  const text = (mail.text ?? '').replace(/\s+/g, ' ')
  expect(text).toContain('Where: The café, 1 The Parade')
  expect(text).toContain('Not any more: Our video room, https://old.example/call')
  expect(eventIn(mail)).toEqual({
    method: 'REQUEST',
    status: 'CONFIRMED',
    sequence: 3,
    location: 'The café, 1 The Parade',
  })
})

describe('the mail about a call that an admin moved', () => {
  const moved = { kind: 'moved', known_date: '2026-11-30', known_start_time: '15:00' } as const

  test('the mail about a confirmed call with a new end has the old and new end, and the calendar file', async () => {
    const known = { known_date: call.date, known_start_time: call.start_time, known_end_time: '10:00' }
    const mail = await deliver(changed({ ...moved, ...known, status: 'confirmed', calendar_sequence: 2 }))
    const text = (mail.text ?? '').replace(/\s+/g, ' ')
    expect(text).toContain(`When: Tuesday 1 December 2026, 9:00 am to 9:30 am ${place.zoneNames.summer}`)
    expect(text).toContain(`It was: Tuesday 1 December 2026, 9:00 am to 10:00 am ${place.zoneNames.summer}`)
    expect(text).toContain('It is confirmed: there is nothing you need to do.')
    expect(eventIn(mail)).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED', sequence: 2 })
  })

  test('the mail about a moved confirmed call has both times, and says how to object', async () => {
    const mail = await deliver(changed({ ...moved, status: 'confirmed', calendar_sequence: 2 }))
    expect(mail.subject).toBe(`We have moved your call: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
    const text = (mail.text ?? '').replace(/\s+/g, ' ')
    expect(text).toContain('We are sorry: we had to move your call to the time below.')
    expect(text).toContain(`It was: Monday 30 November 2026, 3:00 pm ${place.zoneNames.summer}`)
    expect(text).toContain('It is confirmed: there is nothing you need to do.')
    expect(text).toContain('The new time doesn’t suit you? Reply to this email')
    expect(eventIn(mail)).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED', sequence: 2 })
  })

  test('the mail about a moved pending call says that its time is held, and confirmed later', async () => {
    const mail = await deliver(changed({ ...moved, calendar_sequence: 1 }))
    expect(mail.text).toContain('The time is held for you.')
    expect(mail.text).not.toContain('It is confirmed')
    expect(eventIn(mail)).toMatchObject({ status: 'TENTATIVE', sequence: 1 })
  })
})

test('the mail about a cancelled call has the studio’s message, escaped and in no header', async () => {
  const mail = await deliver(
    changed({ kind: 'cancelled', status: 'cancelled', cancel_message: 'We are <ill>.\nSorry!' }),
  )
  expect(mail.text).toMatch(
    /We are sorry that the call below won’t take place\.\n+We are <ill>\.\nSorry!\n+[^]+You didn’t expect this/,
  )
  expect(mail.text?.match(/We are <ill>/g)).toHaveLength(1)
  expect(mail.html).toContain('<p>We are &lt;ill&gt;.\nSorry!</p>')
  expect(mail.subject).not.toContain('ill')
})

test('a mail whose call changed between two tries has a new Message-ID, so no program drops it', () => {
  const idOf = (mail: BookingMail) => composeMail(mail, config).messageId
  const later = changed({ kind: 'confirmed', status: 'confirmed', calendar_sequence: 1 })
  expect(idOf(later)).toBe(idOf({ ...later }))
  expect(idOf(later)).not.toBe(idOf(call))
})

test('the reminder has the time, and the booking’s own location instead of the default', async () => {
  const mail = await deliver(
    changed({
      kind: 'reminder',
      status: 'confirmed',
      where: { text: 'https://other.example/room', url: 'https://other.example/room' },
    }),
  )
  expect(mail.text).toContain('https://other.example/room')
  expect(mail.text).not.toContain(usual.text)
  expect(mail.attachments).toEqual([])
})

test('the mail about an unconfirmed call tells the visitor what follows, and the studio to confirm', async () => {
  const late = await deliver(changed({ kind: 'still_pending' }))
  expect(late.subject).toBe(`Not confirmed yet: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  expect(late.text).toContain('If you hear nothing more from us, it does not take place.')
  expect(late.attachments).toEqual([])

  const one = {
    about_id,
    name: 'Ana',
    status: 'pending',
    date: '2026-12-01',
    start_time: '09:00',
    end_time: '09:30',
  } as const
  const other = {
    ...one,
    about_id: id,
    name: 'Bo Ra',
    status: 'confirmed',
    start_time: '11:00',
    end_time: '11:30',
  } as const
  const studio = await deliver(
    changed({ kind: 'still_pending', recipient: 'studio', calls: [one], others: [other] }),
  )
  expect(studio.subject).toBe('Confirm, or say no: Ana, Tue 1 Dec, 9:00 am')
  expect(studio.text).toContain(`Ana\n${site.url}/admin/requests/${about_id}`)
  expect(studio.text).toContain('11:00 am to 11:30 am: Bo Ra, confirmed')
  const both = await deliver(
    changed({
      kind: 'still_pending',
      recipient: 'studio',
      calls: [one, { ...other, name: 'https://evil.example' }],
    }),
  )
  expect(both.subject).toBe('Confirm, or say no: 2 calls, Tue 1 Dec, 9:00 am')
  expect(studio.replyTo?.text).toBe('ana@example.com')
  expect(both.replyTo, 'a reply to it would reach one of two').toBeUndefined()
  expect(both.text).toContain(`${site.url}/admin?view=to_answer`)
  const fresh = await deliver(changed({ recipient: 'studio', others: [other] }))
  expect(fresh.text).toContain('Also that day: 11:00 am to 11:30 am: Bo Ra, confirmed')
})

test('the reminder an hour before the call has the location, and names no number of minutes', async () => {
  const soon = await deliver(changed({ kind: 'reminder', status: 'confirmed', is_soon: true }))
  expect(soon.subject).toBe(`Your call begins soon: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  expect(soon.text).toContain(usual.url)
})

test.each(['Your prize: https://evil.example/win', 'evil.\u034fexample', 'Ring 0900 123 456', '"Ana" <b>'])(
  'no advertisement in a name reaches the visitor’s mail or its invitation: %s',
  async (name) => {
    const mail = await deliver(changed({ name }))
    const file = mail.attachments.find(({ filename }) => filename === 'strategy-call.ics')
    for (const part of [mail.text, mail.html, file?.content.toString().replace(/\r\n /g, '')])
      expect(part).not.toContain(name)
    expect(file?.content.toString()).toContain('ana@example.com')
  },
)

test('the mail that acknowledges a visitor’s message repeats nothing of the message', async () => {
  const mail = await deliver(inquiry)
  expect(mail.subject).toBe('We have your message')
  expect(mail.raw).not.toContain('kelp')
  expect(mail.attachments).toEqual([])
})

describe('the studio’s mail', () => {
  test('the studio’s mail about a booking has all entries, escaped, and a reply goes to the visitor', async () => {
    const mail = await deliver(changed({ recipient: 'studio' }))
    expect(mail.envelopeTo).toEqual(['us@studio.test'])
    expect(mail.replyTo?.value).toEqual([{ name: '', address: 'ana@example.com' }])
    expect(mail.subject).toBe(`New booking: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
    for (const part of [
      'Ana Ngata',
      'ana@example.com',
      '+64 4 123 4567',
      packageNames.growth,
      `/admin/requests/${call.about_id}`,
    ])
      expect(mail.text).toContain(part)
    expect(mail.text).toContain('kelp <b>& salt</b>')
    expect(mail.html).toContain('kelp &lt;b&gt;&amp; salt&lt;/b&gt;')
  })
  test('the studio’s mail about a moved call has both times and a calendar file naming the visitor', async () => {
    const moved = { kind: 'moved', recipient: 'studio', calendar_sequence: 2 } as const
    const mail = await deliver(changed({ ...moved, known_date: '2026-11-30', known_start_time: '14:30' }))
    expect(mail.subject).toBe(
      `Moved by the visitor: Tue 1 Dec, 9:00 am ${place.zoneNames.summer} (it was Mon 30 Nov, 2:30 pm ${place.zoneNames.summer})`,
    )
    const text = (mail.text ?? '').replace(/\s+/g, ' ')
    expect(text).toContain(
      `It moved from Monday 30 November 2026, 2:30 pm ${place.zoneNames.summer} to Tuesday 1 December 2026`,
    )
    expect(eventIn(mail)).toEqual({ method: 'PUBLISH', status: 'TENTATIVE', sequence: 2, location: null })
    const file = mail.attachments[0]?.content.toString().replace(/\r\n /g, '')
    expect(file).toContain('SUMMARY:Free call with Ana Ngata')
    expect(file).toContain(`/admin/requests/${call.about_id}`)
    expect(file).not.toContain('ATTENDEE')
  })
  test('the studio’s mail about a moved call says if an admin must confirm it', async () => {
    const moved = { kind: 'moved', recipient: 'studio' } as const
    const [waits, done] = [
      'It waits to be confirmed again.',
      'It is confirmed: there is nothing you need to do.',
    ]
    const pending = await deliver(changed(moved))
    expect(pending.text).toContain(waits)
    expect(pending.text).not.toContain(done)
    const confirmed = await deliver(changed({ ...moved, status: 'confirmed' }))
    expect(confirmed.text).toContain(done)
    expect(confirmed.text).not.toContain(waits)
  })
  test('the studio’s mail about a call that was moved away and back has no old time', async () => {
    const back = { kind: 'moved', recipient: 'studio', known_date: call.date } as const
    const mail = await deliver(changed({ ...back, known_start_time: call.start_time }))
    expect(mail.subject).toBe(`Moved by the visitor: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
  })
  test('the studio’s mail about a cancellation removes the call from calendars, even after an erasure', async () => {
    const cancelled = { recipient: 'studio', kind: 'cancelled', status: 'cancelled' } as const
    const mail = await deliver(changed({ ...cancelled, name: 'Erased', email: 'erased@erased.invalid' }))
    expect(eventIn(mail)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
    const file = mail.attachments[0]?.content.toString()
    expect(file).toContain('SUMMARY:Free call\r\n')
    expect(file).not.toContain('rased')
  })
  test('the studio’s mail about a cancellation has the reason, and for an erased person no reply address', async () => {
    const cancelled = { recipient: 'studio', kind: 'cancelled', status: 'cancelled' } as const
    const mail = await deliver(changed({ ...cancelled, cancel_reason: 'Ill' }))
    expect(mail.subject).toBe(`Cancelled by the visitor: Tue 1 Dec, 9:00 am ${place.zoneNames.summer}`)
    expect(mail.text).toContain('Reason: Ill')
    const erased = await deliver(changed({ ...cancelled, name: 'Erased', email: 'erased@erased.invalid' }))
    expect(erased.replyTo).toBeUndefined()
    expect(erased.text).toContain('erased')
    expect(erased.text).not.toMatch(/Name:|Email:|erased\.invalid/)
  })
  test('the studio’s mail about a message names a person by a plain name, else by the address', async () => {
    const subjectFor = async (name: string) =>
      (await deliver({ ...inquiry, name, recipient: 'studio' })).subject
    expect(await subjectFor('Ana Ngata')).toBe('New message from Ana Ngata')
    for (const name of ['Visit https://pills.example now', 'Ana\r\nBcc: victim@example.com', 'a'.repeat(100)])
      expect(await subjectFor(name)).toBe('New message from ana@example.com')
  })
})

test('no mail loads pictures or scripts, and each is readable in dark mode', async () => {
  const mail = await deliver(changed({ recipient: 'studio' }))
  expect(mail.html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/)
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)')
})

describe('a stranger’s text', () => {
  const nasty = [
    'Ana\r\nBcc: victim@example.com',
    'Ana\nSubject: Cheap pills\n\nBuy',
    '"Ana" <victim@example.com>, other@example.com',
    '=?utf-8?q?Ana=0D=0ABcc:_victim@example.com?=',
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    'Visit https://pills.example now',
    'Ngā mihi 你好 🐚'.repeat(8),
    'a'.repeat(100),
    '${process.env.SITE_SECRET} {{name}} $& $1',
  ]
  test.each(nasty)('the name %j is in no header of a mail, and escaped in its HTML', async (name) => {
    for (const recipient of ['visitor', 'studio'] as const) {
      const mail = await deliver(changed({ name, message: name, recipient }))
      expect(mail.envelopeTo).toEqual([recipient === 'visitor' ? call.email : 'us@studio.test'])
      expect(mail.headers.has('bcc')).toBe(false)
      expect(mail.subject).toMatch(/^(We have your|New) booking: Tue 1 Dec/)
      const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'))
      expect(head).not.toContain(name.slice(0, 8) === 'a'.repeat(8) ? 'aaaaaaaa' : 'pills')
      expect(mail.html).not.toMatch(/<script|<img/)
      expect(mail.html).not.toContain('href="https://pills')
      if (recipient === 'studio') expect(mail.text?.replace(/\s+/g, ' ')).toContain(name.replace(/\s+/g, ' '))
      else expect(mail.text).not.toContain('pills')
    }
  })

  // The form and the database accept all of these texts.
  test.each([
    'a,victim@example.com',
    'a;b@example.com',
    '"a@b"@example.com',
    'a(comment)@example.com',
    "o'hara+calls@example.co.nz",
    'a>b@example.com',
    'a<victim@example.com',
    'group:a@example.com',
    'ana@exämple.de',
  ])('a mail to the address %s has one recipient or none', async (email) => {
    const mail = changed({ email })
    const before = server.received.length
    await send(composeMail(mail, config), mail)
    for (const { envelopeTo, to } of server.received.splice(before)) {
      expect(envelopeTo).toHaveLength(1)
      expect(envelopeTo).not.toContain('victim@example.com')
      expect([to].flat().flatMap((list) => list?.value ?? [])).toHaveLength(1)
    }
  })
})

describe('a mail about an offer', () => {
  const text = 'Growth: an app – ½\n\n= $1.00  <b>The price</b>\n'
  const offer: ClaimedMail = {
    ...{ id, lease, about_id, name, email, message: null, package: null },
    ...{ known_date: null, known_start_time: null, recipient: 'visitor' },
    about: 'offer',
    kind: 'offer',
    offer_id: '00000000-0000-4000-8000-00000000000d',
    link_version: 1,
    version: 2,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    valid_until: '2026-12-07',
    channel: null,
    typed_name: null,
    accepted_at: null,
    ended_reason: null,
    words: null,
    ...{ thread: null, thread_sequence: 0 },
  }
  const secret = Buffer.alloc(32, 1).toString('base64')
  beforeAll(() => vi.stubEnv('SITE_SECRET', secret))
  afterAll(() => vi.unstubAllEnvs())

  test('an offer’s mail has the link, the last day, and the text as a file with exactly the hashed bytes', async () => {
    const mail = await deliver(offer)
    expect(mail.to).toMatchObject({ text: email })
    expect(mail.replyTo).toMatchObject({ value: [{ address: 'us@studio.test' }] })
    expect(mail.subject).toBe('Our offer to you, version 2')
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(`${site.url}/offer/${offer.offer_id}.`)
      expect(part).toContain(`the end of Monday 7 December 2026, ${placeTime}`)
    }
    const [file] = mail.attachments
    expect(file?.filename).toBe('offer-2.txt')
    expect(
      createHash('sha256')
        .update(file?.content ?? '')
        .digest('hex'),
    ).toBe(offer.sha256)
  })

  test('an offer’s mail begins with the founder’s own words, and is in the visitor’s thread', async () => {
    const words = `Hello Ana,\nas we said <on the phone>.`
    const thread = '00000000-0000-4000-8000-00000000000f'
    const mail = await deliver({ ...offer, version: 1, words, thread, thread_sequence: 0 })
    expect(mail.text?.replace(/\r/g, '')).toContain(`${words}\n\nAs promised, in writing`)
    expect(mail.html).toContain('as we said &lt;on the phone&gt;.')
    expect(mail.inReplyTo).toBe(`<${thread}@${new URL(site.url).host}>`)
    expect(mail.attachments[0]?.content.toString(), 'the offer').not.toContain('phone')
    const later = await deliver(offer)
    expect(later.text).toContain(
      'This version takes the place of the one before. Its page shows what changed.',
    )
    expect(later.text).not.toContain('As promised')
    expect(later.inReplyTo).toBeUndefined()
  })

  test('the mail before an offer’s last day reminds the visitor; after it the studio can send it again', async () => {
    const reminder = await deliver({ ...offer, kind: 'offer_follow_up', words: 'As we said.' })
    expect(reminder.subject).toBe('Our offer to you is valid until Monday 7 December 2026')
    expect(reminder.text).toContain(`${site.url}/offer/`)
    expect(reminder.text).not.toMatch(/As we said|As promised/)
    expect(reminder.attachments).toEqual([])
    const expired = await deliver({ ...offer, kind: 'offer_expired', recipient: 'studio' })
    expect(expired.subject).toBe('Expired: the offer to Ana Ngata')
    expect(expired.text).toContain(`${site.url}/admin/offers/${about_id}?again`)
  })

  test('an offer’s mail has the whole text if the site has no secret to sign a link', async () => {
    vi.stubEnv('SITE_SECRET', '')
    const mail = await deliver(offer)
    expect(mail.text).toContain(text)
    expect(mail.text).not.toContain('/offer/')
    vi.stubEnv('SITE_SECRET', secret)
  })

  test.each(['visitor', 'studio'] as const)(
    'brings the whole text to the %s after the acceptance',
    async (recipient) => {
      const mail = await deliver({
        ...offer,
        ...{
          kind: 'offer_accepted',
          recipient,
          channel: 'page',
          typed_name: 'Ana Ngata',
          accepted_at: '2026-11-23T02:15:00Z',
        },
      })
      expect(mail.text).toContain(text)
      expect(mail.html).toContain('&lt;b&gt;The price&lt;/b&gt;')
      for (const fact of [
        `Monday 23 November 2026 at 3:15 pm ${place.zoneNames.summer}`,
        'Ana Ngata',
        offer.sha256,
      ])
        expect(mail.text).toContain(fact)
      expect(
        createHash('sha256')
          .update(mail.attachments[0]?.content ?? '')
          .digest('hex'),
      ).toBe(offer.sha256)
      const toAdmin = `${site.url}/admin/offers/${about_id}`
      if (recipient === 'studio') expect(mail.text).toContain(toAdmin)
      else expect(mail.text).not.toContain('/admin')
    },
  )

  test('the mail about a withdrawn offer has the reason, and neither a link nor the offer’s text', async () => {
    const mail = await deliver({ ...offer, kind: 'offer_withdrawn', ended_reason: 'We are ill.' })
    expect(mail.subject).toBe('Our offer no longer holds')
    expect(mail.text).toContain('It can no longer be accepted')
    expect(mail.text).toContain('Why: We are ill.')
    expect(mail.text).not.toMatch(/\/offer\/|The price/)
    expect(mail.attachments).toEqual([])
    expect((await deliver({ ...offer, kind: 'offer_withdrawn' })).text).not.toContain('Why:')
  })

  test('the studio gets a mail about a declined offer, with the reason', async () => {
    const mail = await deliver({
      ...offer,
      kind: 'offer_declined',
      recipient: 'studio',
      ended_reason: 'Too soon',
    })
    expect(mail.subject).toBe('Declined: the offer to Ana Ngata')
    expect(mail.text).toContain('Reason: Too soon')
    expect(mail.attachments).toEqual([])
  })
})

describe('an admin’s reply', () => {
  const words = { subject: 'Your call', body: `Hello Ana,\n\nsee you <b>then</b>.` }
  const write = (kind: 'confirm' | 'decline' | 'answer', change: Partial<BookingMail> = {}) => ({
    ...changed(change),
    kind: 'reply' as const,
    reply: { kind, ...words, thread: null as string | null, thread_sequence: 0 },
  })

  test('an admin’s reply is mailed unchanged, and the visitor’s answer goes to the studio', async () => {
    const mail = await deliver(write('answer'))
    expect(mail.subject).toBe('Your call')
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(
      `${words.body}\n\nYou wrote:\n${call.message?.replace(/^/gm, '> ')}`,
    )
    expect(mail.html).toBe(false)
    expect(mail.replyTo?.value).toEqual([{ name: site.name, address: 'us@studio.test' }])
    expect(mail.headers.has('auto-submitted')).toBe(false)
    expect(mail.headers.has('x-auto-response-suppress')).toBe(false)
    expect(mail.attachments).toEqual([])
  })

  test('an admin’s reply is in the visitor’s mail thread, below the mail about the request', async () => {
    const thread = '00000000-0000-4000-8000-00000000000f'
    const reply = { ...write('answer').reply, thread, thread_sequence: 2 }
    const mail = await deliver({ ...write('answer'), reply })
    const { messageId } = await deliver(changed({ id: thread, calendar_sequence: 2 }))
    expect(mail.inReplyTo).toBe(messageId)
    expect(mail.references).toBe(mail.inReplyTo)
    expect((await deliver(write('answer'))).inReplyTo).toBeUndefined()
  })

  test('an admin’s reply quotes the beginning of the visitor’s message, or nothing without a message', async () => {
    const { text = '' } = await deliver(write('answer', { message: `<b>Kelp</b>\n.\n${'ā'.repeat(4_000)}` }))
    expect(text).toContain('> <b>Kelp</b>\n> .\n> ā')
    expect(text.trim().endsWith('ā […]')).toBe(true)
    expect(text.length).toBeLessThan(2_200)
    expect((await deliver(write('answer', { message: null }))).text?.trim()).toBe(words.body)
  })

  describe('that confirms or declines', () => {
    const above = (kind: 'confirm' | 'decline', change: Partial<BookingMail>) =>
      deliver({ ...changed(change), reply: { ...write(kind).reply, thread: call.id } })
    const confirm = () => above('confirm', { kind: 'confirmed', status: 'confirmed' })

    test('a reply that confirms a call has the admin’s words, then the call’s facts, then the quote', async () => {
      const mail = await confirm()
      const text = mail.text?.replaceAll('\r\n', '\n') ?? ''
      const parts = [
        words.body,
        'When: Tuesday 1 December 2026',
        'Where:\n',
        'The call in your calendar:',
        `You wrote:\n${call.message?.replace(/^/gm, '> ')}`,
      ].map((part) => text.indexOf(part))
      expect(parts).not.toContain(-1)
      expect(parts).toEqual(parts.toSorted((a, b) => a - b))
      expect(text).not.toContain('We look forward')
      expect(eventIn(mail)).toMatchObject({ method: 'REQUEST', status: 'CONFIRMED' })
      expect(String(mail.html)).toContain('see you &lt;b&gt;then&lt;/b&gt;.')
    })

    test('a reply that confirms a call is marked as a person’s mail, and is in the visitor’s thread', async () => {
      const mail = await confirm()
      expect(mail.subject).toBe(words.subject)
      expect(mail.inReplyTo).toContain(call.id)
      expect(mail.headers.has('auto-submitted')).toBe(false)
      expect(mail.headers.has('x-auto-response-suppress')).toBe(false)
    })

    test('a reply that declines a call removes it from the visitor’s calendar', async () => {
      const mail = await above('decline', { kind: 'cancelled', status: 'cancelled' })
      expect(eventIn(mail)).toMatchObject({ method: 'CANCEL' })
      expect(mail.text).toContain('When: Tuesday 1 December 2026')
    })
  })

  test('no text of an admin’s reply adds a header or a recipient', async () => {
    const evil = 'x\r\nBcc: evil@evil.example\r\n\r\nMore'
    const mail = await deliver({
      ...write('answer'),
      reply: { kind: 'answer', subject: evil, body: evil, thread: null, thread_sequence: 0 },
    })
    expect(mail.envelopeTo).toEqual([call.email])
    expect(mail.headers.has('bcc')).toBe(false)
  })
})
