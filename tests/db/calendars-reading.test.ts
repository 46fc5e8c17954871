import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openAddress, sealAddress } from '@/lib/calendars/address'
import { readNextCalendar } from '@/lib/calendars/reading'
import { type Embedded, shortLived, startEmbedded, stopProcess } from '@/scripts/processes'
import { ensureSiteSecret } from '@/scripts/site-key'
import { nodeClient } from '@/scripts/supabase-client'
import { startCalendarServer } from '@/tests/calendar-server'
import { makeTemplate } from '@/tests/template'
import { calendar, event } from '@/tests/unit/calendars/files'
import { makeCertificate } from './https-site'

const certificate = makeCertificate()
const ID = '9d3f5c5e-0000-4000-8000-000000000001'
const ADDRESS = 'https://localhost/private-1/basic.ics'
const other = Buffer.alloc(32, 7).toString('base64')

/** The limit of hooks and tests, because a busy machine takes long to start, ask and stop the embedded Supabase. */
const LIMIT_MS = 5 * 60_000

describe.runIf(certificate)('the site reads a calendar', { timeout: LIMIT_MS }, () => {
  let data: string
  let embedded: Embedded
  let server: Awaited<ReturnType<typeof startCalendarServer>>
  let secret: string
  let answer: { status?: number; body?: string } = {}

  beforeAll(async () => {
    data = await makeTemplate()
    const db = await PGlite.create(join(data, 'database'))
    await db.exec(`
      create function public.stored_calendar() returns jsonb language sql security definer set search_path = ''
      as $$ select jsonb_build_object('busy', c.busy, 'unread', c.unread, 'last_error', c.last_error, 'address', c.address) from private.calendars c $$;
      revoke execute on function public.stored_calendar from public, anon, authenticated;
      grant execute on function public.stored_calendar to service_role`)
    await db.close()
    embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
    secret = await ensureSiteSecret(embedded)
    server = await startCalendarServer(certificate ?? { key: '', cert: '' }, (_, response) => {
      response.writeHead(answer.status ?? 200).end(answer.body)
    })
  }, LIMIT_MS)
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    server.close()
    await stopProcess(embedded.process)
    rmSync(data, { recursive: true, force: true })
  }, LIMIT_MS)

  const sql = (text: string) =>
    nodeClient(embedded, embedded.secretKey).rpc('run_sql', { p_sql: text }).throwOnError()
  /** The calendar's stored row: busy times, unreadable events, last error and encrypted address. */
  async function stored() {
    const { data: row } = await nodeClient(embedded, embedded.secretKey).rpc('stored_calendar').throwOnError()
    return row as { busy: string; unread: unknown; last_error: string | null; address: string }
  }
  /** Makes the calendar due, and lets the site read it; the calendar's server answers `next`. */
  async function read(next: typeof answer, env = { SITE_SECRET: secret, SITE_SECRET_PREVIOUS: '' }) {
    answer = next
    vi.stubEnv('SUPABASE_URL', embedded.url)
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', embedded.publishableKey)
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    await sql('update private.calendars set send_after = now()')
    return readNextCalendar({ agent: server.agent() })
  }
  /** The log lines since the last call of `logged`. Fails if one has a calendar's address. */
  function logged() {
    const lines = vi.mocked(console.error).mock.calls.map((line) => line.join(' '))
    vi.mocked(console.error).mockClear()
    for (const line of lines) expect(line).not.toMatch(/private-1|localhost|127\.0\.0\.1/)
    return lines
  }
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const busy = calendar(event(`DTSTART:${inAWeek}T000000Z`, `DTEND:${inAWeek}T010000Z`))

  test('a calendar keeps its busy times after an error, a web page, a cut file or an empty file', async () => {
    expect(await read({ body: busy }), 'without a calendar nothing is read').toBeNull()
    await sql(`insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, known_until)
      values ('${ID}', 'Mere', 'localhost', '${sealAddress(ID, ADDRESS, secret)}', 'mere@studio.test', true, '{}', false, current_date + 397)`)
    expect(await read({ body: busy })).toEqual({ id: ID, error: null })
    const known = await stored()
    expect(known).toMatchObject({ busy: expect.stringMatching(/^\{\["?20\d\d-/), last_error: null })
    for (const [next, why] of [
      [{ status: 503 }, 'status_503'],
      [{ body: '<!doctype html><title>Sign in</title>' }, 'not_calendar'],
      [{ body: busy.slice(0, -30) }, 'unfinished'],
      [{ body: calendar() }, 'empty'],
      [{ body: busy.replace('END:VEVENT\r\n', '') }, 'unreadable'],
    ] as const) {
      expect(await read(next)).toEqual({ id: ID, error: why })
      expect(logged()).toEqual([`calendars: ${ID} could not be read: ${why}`])
      expect(await stored()).toEqual({ ...known, last_error: why })
    }
    expect(await read({ body: busy })).toEqual({ id: ID, error: null })
    expect(await stored()).toEqual(known)
    expect(await readNextCalendar(), 'it is not due again').toBeNull()
  })

  test('the site stores a calendar’s unreadable events by line and day until they are gone', async () => {
    const { busy: before } = await stored()
    const odd = calendar(
      event(`DTSTART:${inAWeek}T000000Z`, `DTEND:${inAWeek}T010000Z`),
      event('DTEND:20270231T000000Z'),
    )
    expect(await read({ body: odd })).toEqual({ id: ID, error: null })
    expect(await stored()).toMatchObject({
      busy: before,
      unread: { count: 1, first: [{ line: 10, code: 'no_start', date: null }] },
      last_error: null,
    })
    await read({ status: 503 })
    logged()
    expect(await stored()).toMatchObject({ unread: { count: 1 }, last_error: 'status_503' })
    await read({ body: busy })
    expect(await stored()).toMatchObject({ unread: { count: 0, first: [] }, last_error: null })
  })

  test('after a change of SITE_SECRET the site reads calendars, if it still has the former secret', async () => {
    const { address: before } = await stored()
    // The site key is made with the new secret; the address is encrypted with the former one.
    await sql(`update private.calendars set address = '${sealAddress(ID, ADDRESS, other)}'`)
    expect(await read({ body: busy }, { SITE_SECRET: secret, SITE_SECRET_PREVIOUS: other })).toMatchObject({
      error: null,
    })
    const { address } = await stored()
    expect(address).not.toBe(before)
    expect(openAddress(ID, address, [secret, undefined])).toEqual({ address: ADDRESS, isOld: false })
    await sql(`update private.calendars set address = '${sealAddress(ID, ADDRESS, other)}'`)
    expect(await read({ body: busy })).toMatchObject({ error: 'secret' })
    expect(logged()).toEqual([`calendars: ${ID} could not be read: secret`])
  })

  test('the site refuses to read a calendar at a private address', async () => {
    await sql(
      `update private.calendars set address = '${sealAddress(ID, ADDRESS, secret)}', send_after = now()`,
    )
    vi.stubEnv('SUPABASE_URL', embedded.url)
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', embedded.publishableKey)
    vi.stubEnv('SITE_SECRET', secret)
    expect(await readNextCalendar()).toEqual({ id: ID, error: 'inward' })
    logged()
  })
})
