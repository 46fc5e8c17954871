import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvPage } from '@/lib/export/csv'
import type { ExportedRequest } from '@/lib/export/queries'
import { hideTokens } from '@/lib/link-token'

const request: ExportedRequest = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  kind: 'booking',
  status: 'confirmed',
  created: '2026-11-23 09:00',
  created_at: '2026-11-22T20:00:00.123456+00:00',
  name: 'Zoë "Z" O’Neil, Ōtaki',
  email: 'zoe@example.com',
  phone: '0215550101',
  message: 'One\nTwo; "three",\n\tfour 🌊',
  package: 'growth',
  fit: 'who=people',
  price_seen: '$12,000',
  date: '2026-12-01',
  start_time: '09:00',
  end_time: '09:30',
  starts_at: '2026-11-30T20:00:00+00:00',
  ends_at: '2026-11-30T20:30:00+00:00',
  location: null,
  cancel_reason: null,
  cancel_message: null,
  owner: 'admin@studio.test',
  outcome: null,
  outcome_reason: null,
}
const read = (csv: string) => parse(csv, { bom: true, columns: true }) as Record<string, string>[]

test('the exported spreadsheet has every field of every request, and one row of headings', () => {
  const file = csvPage([request], true) + csvPage([{ ...request, name: 'Ben' }], false)
  expect(file.match(/\ufeff/g)).toHaveLength(1)
  expect(file.replaceAll('\r\n', '').includes('\r')).toBe(false)
  const [first, second, ...more] = read(file)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    Name: request.name,
    Message: request.message,
    Phone: `'0215550101`,
    'Call date': '2026-12-01',
    'Created (ISO)': request.created_at,
    Id: request.id,
  })
  expect(first?.['Answers of /start']).toMatch(/\?.*\w/)
  expect(first?.Link).toContain(`/admin/requests/${request.id}`)
  expect(second?.Name).toBe('Ben')
})

test('the exported spreadsheet without a request has only the headings', () => {
  expect(csvPage([], true)).toMatch(/^\ufeff"Kind","Status",[^\n]*"Id"\r\n$/)
})

test('no visitor’s text is a formula in the exported spreadsheet, and no phone number loses a zero', () => {
  const starts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']
  for (const start of starts) {
    const evil = `${start}cmd|'/c calc'!A1`
    const [row] = read(csvPage([{ ...request, name: evil, message: evil, cancel_reason: evil }], true))
    expect([row?.Name, row?.Message, row?.['Cancelled because']]).toEqual(Array(3).fill(`'${evil}`))
  }
  for (const phone of ['0215550101', '+64 21 555 0101', '(04) 555 0101'])
    expect(read(csvPage([{ ...request, phone }], true))[0]?.Phone).toBe(`'${phone}`)
})

test('no link in the export opens a booking, because its token is removed', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const text = `https://studio.example/booking/manage/${id}.AbCdEfGhIjKlMnOpQrS-_9?date=2026-12-01, ${id}.eml`
  expect(hideTokens(text)).toBe(`https://studio.example/booking/manage/${id}.…?date=2026-12-01, ${id}.eml`)
})
