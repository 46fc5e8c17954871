// @module-tag full
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { residentMemory } from '@/scripts/processes'
import { fuzzRuns, fuzzSeed, sendRaw, type RawRequest } from '@/tests/fuzz'
import { movableClock, startCopy, type Running } from './embedded'
import { auth, frame, rest, type Who } from './fuzz-requests'
import { openSocket } from './socket'

// Sends hostile requests to the embedded Supabase. The tables contain the data of one person, and only a response
// to the admin may contain that person's name.
const hidden = /whero/i
const sql = `insert into inquiries (name, email, message) values ('Whero Hidden', 'whero@hidden.example', 'whero words');
  insert into bookings (name, email, date, time_slot_id) select 'Whero Hidden', 'whero@hidden.example', current_date + 9, id from time_slots limit 1`

let server: Running
let tokens: { admin: string; member: string }
let memoryBefore: number

beforeAll(async () => {
  server = await startCopy({ sql, nodeArgs: movableClock })
  const [admin, member] = [await server.signedIn('admin'), await server.signedIn('member')]
  tokens = { admin: admin.session.access_token, member: member.session.access_token }
  memoryBefore = residentMemory(server.process)
})
afterAll(() => server.stop())

/** Sends a batch at once. No response may be a server error or contain the hidden name. */
async function attack(batch: (Omit<RawRequest, 'target'> & { who: Who; path: string; query: string })[]) {
  await Promise.all(
    batch.map(async ({ who, method, path, query, headers, body }) => {
      const key = who === 'nobody' ? [] : ([['apikey', server.publishableKey]] as [string, string][])
      const bearer =
        who === 'admin' || who === 'member'
          ? ([['Authorization', `Bearer ${tokens[who]}`]] as [string, string][])
          : []
      const wire = { method, target: `${path}?${query}`, headers: [...key, ...bearer, ...headers], body }
      const { status, text } = await sendRaw(server.url, wire)
      const sent = JSON.stringify({ ...wire, who })
      expect(status, `${sent}\n${text}`).toBeGreaterThan(0)
      expect(status, `a server error for ${sent}\n${text}`).toBeLessThan(500)
      if (who !== 'admin') expect(text, sent).not.toMatch(hidden)
    }),
  )
}

const together = 10
const batches = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: together, maxLength: together })
const runs = (share: number) => ({ numRuns: fuzzRuns(share) / together, seed: fuzzSeed, endOnFailure: true })

test('hostile REST requests cause no server error and get no data of a visitor', async () => {
  await fc.assert(fc.asyncProperty(batches(rest), attack), runs(0.35))
})

test('hostile Auth requests cause no server error and get no data of a visitor', async () => {
  const property = fc.asyncProperty(batches(auth), async (batch) => {
    await server.advance(60_000) // without it every response would be the rate limit's
    await attack(batch)
  })
  await fc.assert(property, runs(0.1))
})

test('hostile Realtime frames get no data of a visitor, and the server goes on', async () => {
  const admin = await server.signedIn('admin')
  const property = fc.asyncProperty(
    fc.array(frame, { minLength: together, maxLength: together }),
    async (frames) => {
      const { socket, frames: received } = await openSocket(server.url, server.publishableKey)
      socket.on('error', () => undefined)
      for (const one of frames) {
        if (socket.readyState === WebSocket.OPEN)
          socket.send(typeof one === 'string' ? one.replace('MEMBER', tokens.member) : one)
      }
      const { error } = await admin.supabase.from('inquiries').update({ status: 'read' }).eq('status', 'new')
      const undone = await admin.supabase.from('inquiries').update({ status: 'new' }).eq('status', 'read')
      expect([error, undone.error]).toEqual([null, null])
      socket.close()
      if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
      expect(JSON.stringify(received), JSON.stringify(frames)).not.toMatch(hidden)
    },
  )
  await fc.assert(property, runs(0.15))
})

test('after all hostile requests the server responds, and its memory has grown by under 200 MB', async () => {
  expect(
    (await server.visitor().rpc('get_available_slots_for_date', { p_date: '2026-12-01' })).error,
  ).toBeNull()
  expect(residentMemory(server.process) - memoryBefore, 'MB grown').toBeLessThan(200)
})
