import { expect, test } from 'vitest'
import { place, placeTime } from '@/lib/content/place'
import { mailHref, mailto, mailToSelf } from '@/lib/booking/mailto'

test('the e-mail to the studio has the visitor’s entries, and no entry adds a header', () => {
  const time = '2026-12-01 09:00-09:30 3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const href = mailHref(
    'hello@studio.test',
    {
      name: 'Ana &bcc=x',
      email: 'a@b.co\r\nBcc: y',
      phone: '021 555 010',
      message: 'One & two?\nThree 👍',
      time,
    },
    '2026-11-20',
  )
  const { pathname, searchParams } = new URL(href)
  expect(pathname).toBe('hello@studio.test')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
  expect(searchParams.get('body')).toBe(
    `Name: Ana &bcc=x\r\nEmail: a@b.co Bcc: y\r\nPhone: 021 555 010\r\nDate and time: Tuesday 1 December 2026, 9:00 am ${place.zoneNames.summer}\r\n\r\nOne & two?\nThree 👍`,
  )
})

test('a mail link to a visitor mails only that address, with no subject or text from the address', () => {
  const address = 'kim?subject=Refund&body=x&to=evil%40evil.example#@example.com'
  const { pathname, search, hash } = new URL(mailto(address))
  expect([decodeURIComponent(pathname), search, hash]).toEqual([address, '', ''])
})

test.each(['ana@example.com', 'ana.o’neil+calls_2026@mail.example.com', 'zoë@māori.example', "o'neil@b.co"])(
  'a link to %s holds the address unchanged',
  (address) => expect(mailto(address)).toBe(`mailto:${address}`),
)

const call = { date: '2026-11-24', start_time: '09:00' }
const link = `https://studio.test/booking/manage/${crypto.randomUUID()}.${'x'.repeat(22)}`

test('the visitor’s mail to themselves has the call and its whole link, and no other recipient', () => {
  const { pathname, searchParams } = new URL(mailToSelf('ana+calls?cc=x@example.com', call, link))
  expect(decodeURIComponent(pathname)).toBe('ana+calls?cc=x@example.com')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
  expect(searchParams.get('subject')).toMatch(/^Your call with .+ on Tuesday 24 November$/)
  expect(searchParams.get('body')).toBe(
    `Tuesday 24 November 2026, 9:00 am ${place.zoneNames.summer} (${placeTime})\r\n\r\nChange or cancel the call: ${link}`,
  )
})

test.each([
  `${'a'.repeat(64)}@${'b'.repeat(186)}.nz`,
  `${'ā'.repeat(64)}@example.com`,
  `${'😀'.repeat(240)}@example.com`,
])('the mail stays short enough for mail programs with a long address: %s', (address) => {
  const href = mailToSelf(address, call, link)
  expect(href.length).toBeLessThanOrEqual(1_900)
  expect(new URL(href).searchParams.get('body')).toContain(link)
})
