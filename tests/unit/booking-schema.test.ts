import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Entries, NO_TIME, readEntries } from '@/lib/booking/form'
import { parseEntries } from '@/lib/booking/schema'

const time = '2026-12-01 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const good: Entries = { name: 'Ana', email: 'ana@example.com', message: '', time, request_id: '' }
const faults = (changed: Partial<Entries>) => {
  const result = parseEntries({ ...good, ...changed })
  return 'faults' in result ? result.faults : null
}

test('an empty message is stored as null, a chosen time makes it a booking, no time an inquiry', () => {
  expect(parseEntries(good)).toMatchObject({
    submission: {
      sender: { name: 'Ana', message: null },
      choice: { date: '2026-12-01', start_time: '09:00' },
    },
  })
  expect(parseEntries({ ...good, time: NO_TIME })).toMatchObject({ submission: { choice: null } })
})

test('name and email are required, and only spaces count as missing', () => {
  for (const changed of [{ name: '' }, { name: ' \u200b ' }, { email: '\u3000' }, { name: '', email: '' }]) {
    expect(faults(changed)?.message).toBe('Please fill in your name and email')
  }
})

test('a post with only one of date and time is told so', () => {
  for (const time of [
    '',
    '2026-12-01',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    '2026-02-30 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ]) {
    expect(faults({ time })?.message, time).toBe('Please select a date and time for your booking')
  }
})

test('a request id that is none is dropped, so that the database makes one', () => {
  expect(parseEntries({ ...good, request_id: 'x' })).toMatchObject({ submission: { requestId: undefined } })
})

test.each([
  ['name', 'a'.repeat(100), 'a'.repeat(101), 'At most 100 characters, please.'],
  [
    'email',
    `${'a'.repeat(242)}@example.com`,
    `${'a'.repeat(243)}@example.com`,
    'At most 254 characters, please.',
  ],
  ['email', 'ana@example.co', 'ana@example', 'Write it like name@example.com.'],
  ['message', '👍'.repeat(5_000), '👍'.repeat(5_001), 'At most 5,000 characters, please.'],
] as const)(
  '%s: the longest that fits is taken, and what does not fit says why',
  (field, fits, fails, fault) => {
    expect(faults({ [field]: fits })).toBeNull()
    expect(faults({ [field]: fails })).toMatchObject({ fields: { [field]: fault } })
  },
)

// Any mixture of fields, repeated, missing, as files, with every kind of character.
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(good.name, good.email, time, NO_TIME, ' ', '\u202e', 'a'.repeat(6_000)),
  fc.constant(new File(['x'], 'x.txt')),
)
const posted = fc.array(
  fc.tuple(fc.constantFrom('name', 'email', 'message', 'time', 'instead', 'request_id', '__proto__'), value),
  {
    maxLength: 10,
  },
)

test('whatever is posted is either clean or refused with a sentence, and nothing throws', () => {
  fc.assert(
    fc.property(posted, (fields) => {
      const form = new FormData()
      for (const [name, content] of fields) form.append(name, content)
      const result = parseEntries(readEntries(form))
      if ('faults' in result) {
        expect(result.faults.message).not.toBe('')
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
    { numRuns: process.env.SOAK ? 10_000 : 500 },
  )
})
