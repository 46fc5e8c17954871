import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entries, NO_TIME, readEntries } from '@/lib/booking/form'
import { isEmail, parseEntries } from '@/lib/booking/schema'
import { priceSeen } from '@/lib/start/price'

const time = '2026-12-01 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const today = '2026-11-20'
const good: Entries = {
  name: 'Ana',
  email: 'ana@example.com',
  phone: '',
  message: '',
  package: '',
  fit: '',
  time,
  request_id: '',
}
const errorsOf = (changed: Partial<Entries>) => {
  const result = parseEntries({ ...good, ...changed }, today)
  return 'errors' in result ? result.errors : null
}

test('the button of another time counts instead of the time chosen before', () => {
  const form = new FormData()
  form.append('time', 'the first')
  expect(readEntries(form).time).toBe('the first')
  form.append('instead', 'the other')
  expect(readEntries(form).time).toBe('the other')
})

test('a form with a time is a booking, one without is a message; an empty message becomes null', () => {
  expect(parseEntries(good, today)).toMatchObject({
    submission: {
      sender: { name: 'Ana', message: null },
      slot: { date: '2026-12-01', start_time: '09:00' },
    },
  })
  expect(parseEntries({ ...good, time: NO_TIME }, today)).toMatchObject({ submission: { slot: null } })
})

test('a visitor must give a name and an e-mail address, and spaces do not count', () => {
  for (const changed of [{ name: '' }, { name: ' \u200b ' }, { email: '\u3000' }, { name: '', email: '' }]) {
    expect(errorsOf(changed)?.message).toBe('Please fill in your name and email')
  }
  expect(errorsOf({ name: '\u3164' })?.fields).toEqual({ name: 'Your name is missing.' })
})

test('a form with only a date or only a time gets an error that asks for both', () => {
  for (const time of [
    '',
    '2026-12-01',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '2026-02-30 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '9999-11-30 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ]) {
    expect(errorsOf({ time })?.message, time).toBe('Please select a date and time for your booking')
  }
})

test('a form keeps its valid request id, so that it is stored once; an invalid id is dropped', () => {
  const requestId = '0b0e7c1a-9a4f-4c39-8f0a-6d6f6a1f2b3c'
  expect(parseEntries({ ...good, request_id: requestId }, today)).toMatchObject({ submission: { requestId } })
  expect(parseEntries({ ...good, request_id: 'x' }, today)).toMatchObject({
    submission: { requestId: undefined },
  })
})

test.each([
  ['name', 'a'.repeat(100), 'a'.repeat(101), 'At most 100 characters, please.'],
  [
    'email',
    `${'a'.repeat(64)}@${'b'.repeat(185)}.com`,
    `${'a'.repeat(64)}@${'b'.repeat(186)}.com`,
    'At most 254 characters, please.',
  ],
  ['email', 'ana@example.co', 'ana@example', 'Write it like name@example.com.'],
  ['message', '👍'.repeat(5_000), '👍'.repeat(5_001), 'At most 5,000 characters, please.'],
] as const)(
  '%s: the form takes the longest allowed value, and says why it refuses a longer one',
  (field, fits, fails, error) => {
    expect(errorsOf({ [field]: fits })).toBeNull()
    expect(errorsOf({ [field]: fails })).toMatchObject({ fields: { [field]: error } })
  },
)

test.each([
  'ana@example.com',
  'ana.b+c@mail.example.co.nz',
  "o'neil@example-1.com",
  'ana@münchen.example',
  'மின்@உதாரணம்.இந்தியா',
])('%s is an e-mail address', (email) => expect(isEmail(email)).toBe(true))

test.each([
  '<name@gmail.com',
  '"name"@gmail.com',
  '"na\\me"@gmail.com',
  'name(me)@gmail.com',
  'name@ⓖmail.com',
  'Name <name@gmail.com> <me@gmail.com>',
  'name@mail。gmail.com',
  'Erased@erased.invalid', // the address of erased people: no one would get the mail
])('the form refuses %s, because mail to it would reach another address', (email) => {
  expect(errorsOf({ email })?.fields).toEqual({ email: 'Write it like name@example.com.' })
})

test.each([
  'name@gmail..com',
  'name@gmail.com.',
  'name@.gmail.com',
  'name@gmail',
  'name@gmail.c',
  'na..me@gmail.com',
  '.name@gmail.com',
  'name.@gmail.com',
  'na me@gmail.com',
  'name@gm ail.com',
  'name@gmail_x.com',
  'a@b@gmail.com',
  '@gmail.com',
  'name@',
  `${'a'.repeat(65)}@gmail.com`,
])('the form refuses %s with a kind sentence', (email) => {
  expect(errorsOf({ email })?.fields).toEqual({ email: 'Write it like name@example.com.' })
})

test.each(['+64 21 123 4567', '(04) 555-0101', '021.555.010', '123456'])('%s is a phone number', (phone) => {
  expect(parseEntries({ ...good, phone: ` ${phone} ` }, today)).toMatchObject({
    submission: { details: { phone } },
  })
})
test('a pasted e-mail address or phone number loses its invisible characters', () => {
  const copied = { ...good, email: 'mailto:ana@example.com\u200b', phone: '+64 21 555\u20110100' }
  expect(parseEntries(copied, today)).toMatchObject({
    submission: { sender: { email: 'ana@example.com' }, details: { phone: '+64 21 555-0100' } },
  })
})
test.each(['12345', 'call me', '+64 21 123 4567 ext 1', '1'.repeat(31), '021 555 010-'])(
  '%s is no phone number, and the error is at its field',
  (phone) => expect(errorsOf({ phone })?.fields).toEqual({ phone: 'Write it like +64 21 123 4567.' }),
)

test('a message without a time drops the visitor’s phone number', () => {
  const inquiry = { ...good, time: NO_TIME, phone: '021 555 010' }
  expect(parseEntries(inquiry, today)).toMatchObject({ submission: { details: { phone: undefined } } })
})

test('a request stores all answers of /start or none, and the price from the site’s own list', () => {
  const fit = 'who=people&first=one-thing&pay=no&ai=no&have=idea'
  const detailsOf = (posted: Partial<Entries>) => {
    const result = parseEntries({ ...good, ...posted }, today)
    return 'submission' in result ? result.submission.details : null
  }
  expect(detailsOf({ package: 'starter', fit })).toMatchObject({ fit, price_seen: priceSeen('starter') })
  expect(detailsOf({ fit })).toMatchObject({ fit, price_seen: undefined })
  expect(detailsOf({ package: 'growth', fit: `${fit}&after=hosting` })).toMatchObject({
    price_seen: priceSeen('growth', 'hosting'),
  })
  for (const made of ['', 'who=people', `${fit}&who=team`, '<b>', fit.replace('people', 'cats')])
    expect(detailsOf({ package: 'scale', fit: made }), made).toMatchObject({
      fit: undefined,
      price_seen: priceSeen('scale'),
    })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...good, package: 'scale', price_seen: '$1' }))
    form.append(name, value)
  expect(detailsOf(readEntries(form))).toMatchObject({ price_seen: priceSeen('scale') })
})

test('a request’s package is one of the three on the site, or none', () => {
  expect(parseEntries({ ...good, package: 'growth' }, today)).toMatchObject({
    submission: { details: { package: 'growth' } },
  })
  for (const made of ['', 'Growth', 'gold', 'toString'])
    expect(parseEntries({ ...good, package: made }, today), made).toMatchObject({
      submission: { details: { package: undefined } },
    })
})

// Any mixture of fields: repeated, missing, or files, with characters of every kind.
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(good.name, good.email, time, NO_TIME, ' ', '\u202e', 'a'.repeat(6_000)),
  fc.constant(new File(['x'], 'x.txt')),
)
const posted = fc.array(
  fc.tuple(
    fc.constantFrom(
      ...([
        'name',
        'email',
        'phone',
        'message',
        'package',
        'fit',
        'time',
        'instead',
        'request_id',
        '__proto__',
      ] as const),
    ),
    value,
  ),
  {
    maxLength: 10,
  },
)

test('any posted form is parsed into clean values, or gets an error with a sentence', () => {
  fc.assert(
    fc.property(posted, (fields) => {
      const form = new FormData()
      for (const [name, content] of fields) form.append(name, content)
      const result = parseEntries(readEntries(form), today)
      if ('errors' in result) {
        expect(result.errors.message).not.toBe('')
        return
      }
      const { name, email, message } = result.submission.sender
      for (const text of [name, email, message ?? 'x']) {
        expect(text).toBe(text.normalize('NFC').trim())
        expect(text).toMatch(/^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+$/)
      }
      expect([...name].length).toBeLessThanOrEqual(100)
      expect(email).toMatch(/^\S+@\S+\.\S+$/)
    }),
    { numRuns: process.env.SOAK ? 10_000 : 200 },
  )
})
