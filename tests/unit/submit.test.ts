import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submit } from '@/lib/booking/commands'
import { managePath } from '@/lib/booking/token'
import type { Submission } from '@/lib/booking/schema'
import { submitFailure } from '@/lib/booking/errors'

const sender = { name: 'Ana', email: 'ana@example.com', message: null }
const slot = {
  date: '2026-12-01',
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  start_time: '09:00',
  end_time: '09:30',
}

// The site logs every failure; only one test checks the logged text.
beforeEach(() => void vi.mocked(console.error).mockReturnValue())
afterEach(() => {
  vi.mocked(console.error).mockClear()
  vi.unstubAllEnvs()
})

const noDetails = { package: undefined, fit: undefined, price_seen: undefined, phone: undefined }
const booking: Submission = { sender, slot, details: noDetails, requestId: undefined }

/**
 * Submits to a backend that responds with `respond`; without `respond`, to a closed port. Adds the
 * bodies that the backend receives to `bodies`.
 */
async function submitTo(respond?: RequestListener, submission = booking, bodies: unknown[] = []) {
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      bodies.push(body)
      respond?.(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_x')
  if (!respond) server.close()
  try {
    return await submit(submission, '192.0.2.1')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const error = (code: string, message: string) => ({ code, message, details: null, hint: null })

test.each([
  [
    'a queue that is too long',
    json(500, error('55P03', 'canceling statement due to lock timeout')),
    'too_busy',
  ],
  ['a statement that takes too long', json(500, error('57014', 'canceling statement')), 'too_busy'],
  ['a cap of all together', json(400, error('P0001', 'too_busy')), 'too_busy'],
  ['a cap of this person', json(400, error('P0001', 'too_many')), 'too_many'],
  ['an error of the database', json(400, error('42883', 'function does not exist')), 'unreachable'],
  [
    'a connection that the database closed',
    json(503, error('57P01', 'terminating connection')),
    'no_response',
  ],
  ['an error page of a proxy', json(502, '<h1>Bad gateway</h1>'), 'no_response'],
  ['something else than a row', json(200, { hello: 'world' }), 'no_response'],
  ['a connection that is cut', ((_, response) => response.destroy()) as RequestListener, 'no_response'],
  [
    'half a response',
    ((_, response) => response.write('{"id":', () => response.destroy())) as RequestListener,
    'no_response',
  ],
  ['a closed port', undefined, 'unreachable'],
])('the error for %s', async (_, respond, code) => {
  expect(await submitTo(respond)).toEqual({ error: code })
})

test('all entries and choices of a visitor reach the database', async () => {
  const requestId = '0b0e7c1a-9a4f-4c39-8f0a-6d6f6a1f2b3c'
  const typed = { ...sender, message: 'A shop' }
  const details = { package: 'growth', fit: 'who=team', price_seen: '$12,000', phone: '021 555 010' }
  const bodies: unknown[] = []
  const respond = json(500, error('55P03', 'canceling statement due to lock timeout'))
  await submitTo(respond, { sender: typed, slot, details, requestId }, bodies)
  await submitTo(respond, { sender: typed, slot: null, details: noDetails, requestId }, bodies)
  const inquiry = {
    ...{ p_name: 'Ana', p_email: 'ana@example.com', p_message: 'A shop', p_request_id: requestId },
    ...{ p_address: '192.0.2.1', p_details: {} },
  }
  expect(bodies).toEqual([
    { ...inquiry, p_date: slot.date, p_time_slot_id: slot.id, p_details: details },
    inquiry,
  ])
})

test('a booking’s link is signed for the link version in the database’s response', async () => {
  vi.stubEnv('SITE_SECRET', Buffer.alloc(32).toString('base64'))
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  const row = { id, status: 'pending', date: slot.date, time_slots: slot, link_version: 2 }
  expect(await submitTo(json(200, row))).toMatchObject({ sent: { manage: managePath(id, 2) } })
})

test('if the site’s key is unknown, the log says why, and the visitor reads only that booking is off', async () => {
  expect(await submitTo(json(400, error('P0001', 'not_signed')))).toEqual({ error: 'not_signed' })
  expect(vi.mocked(console.error).mock.calls.join()).toContain('npm run site-key')
  expect(submitFailure('booking', 'not_signed')).toEqual({
    message: 'Failed to create booking.',
    detail: expect.stringMatching(/takes no requests just now.*@/) as string,
  })
})

test('the result of a repeated request says if the stored one differs', async () => {
  const row = { id: 'x', status: 'pending', date: '2026-12-01', time_slots: slot, differs: true }
  expect(await submitTo(json(200, row))).toMatchObject({ sent: { manage: null, differs: true } })
})

test('a visitor who finds a time taken reads where to look, and never who has it', () => {
  expect(submitFailure('booking', 'slot_taken', true).detail).toBe(
    'If it was you a moment ago, it is held: see your inbox, or your other tab.',
  )
  expect(submitFailure('booking', 'slot_taken', false).detail).toBe(
    'If it was you a moment ago, it is held: write to us for its link.',
  )
})

test('the error says that the time may be booked only if the time is the cause', () => {
  const mayBeBooked = (
    ['slot_taken', 'slot_not_offered', 'date_not_bookable', 'too_many', 'too_busy', 'unreachable'] as const
  ).filter(
    (code) =>
      submitFailure('booking', code).message ===
      'Failed to create booking. This time slot may already be booked.',
  )
  expect(mayBeBooked).toEqual(['slot_taken', 'slot_not_offered', 'date_not_bookable'])
  expect(submitFailure('booking', 'too_busy').detail).toMatch(/^We are getting more requests than usual.*@/)
  expect(submitFailure('inquiry', 'too_busy').message).toBe('Failed to submit inquiry')
})

test('without a response the visitor reads that the result is unknown, not that the booking failed', () => {
  expect(submitFailure('booking', 'no_response')).toEqual({
    message: 'We do not know yet whether your booking arrived.',
    detail: 'Press the button again: it is safe, the same request is never stored twice.',
  })
  expect(submitFailure('inquiry', 'no_response').message).toBe(
    'We do not know yet whether your message arrived.',
  )
})
