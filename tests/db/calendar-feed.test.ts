import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import ICAL from 'ical.js'
import type * as NodeIcal from 'node-ical'
import { expect, test } from 'vitest'
import { feedFile } from '@/lib/calendar-feed/file'
import type { FeedCall } from '@/lib/calendar-feed/queries'
import { hashToken } from '@/lib/calendar-feed/token'
import { site } from '@/lib/content/studio'
import { addDays } from '@/lib/dates'
import { ERASED_EMAIL } from '@/lib/statuses'
import { cleanText } from '@/lib/text'
import { onPostgres, setUpOnce } from './databases'
import {
  addDailySlot,
  book,
  dateIn,
  emptySchedule,
  setSettings,
  setToday,
  storeSiteKey,
  videoRoom,
} from './fixtures'
import { admin, errorCode, visitor } from './test-database'

// By `require`, because Node's ESM loader does not find the exports that the types of node-ical name.
const nodeIcal = (createRequire(import.meta.url)('node-ical') as typeof NodeIcal).sync

const TODAY = '2027-01-04'
const A_YEAR_BACK = '2026-01-04'
const LONG_AGO = '2026-01-01T00:00:00Z'
const ORIGIN = 'https://studio.example'
const host = new URL(site.url).host

const pieces = ['"', ',', ';', ':', '\\', '\\n', '\\,', 'END:VEVENT', '🌊', '👩🏽‍💻', 'ā', 'Ōtaki', '\u2028', ' ']
/** A random name or location that the database accepts. */
const oddText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 9 })), {
    maxLength: 20,
  })
  .map((parts) => {
    const text = cleanText(parts.join('')).replace(/[\t\n]/g, ' ')
    return [...text].slice(0, 100).join('').trim()
  })
  .filter((text) => text !== '')

const changesOfClocks = ['2026-04-05', '2026-09-27', '2027-04-04', '2027-09-26']
const generatedCalls = fc.uniqueArray(
  fc.record({
    date: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -380, max: 700 }).map((days) => addDays(TODAY, days)) },
      { weight: 1, arbitrary: fc.constantFrom(...changesOfClocks) },
    ),
    half_hour: fc.nat(46),
    name: oddText,
    email: fc.constantFrom('ana@example.com', 'ana@example.com', ERASED_EMAIL),
    status: fc.constantFrom('pending', 'confirmed', 'cancelled'),
    location: fc.option(oddText),
    sequence: fc.nat(2_000_000_000),
    changed_at: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-04'), noInvalidDate: true }),
  }),
  { minLength: 1000, maxLength: 1000, selector: ({ date, half_hour }) => `${date} ${half_hour}` },
)

/** The events that a calendar program finds in a feed, by UID; instants are ISO strings. */
type Found = Record<string, Record<string, string | number | undefined>>

function readByIcal(file: string): Found {
  const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  return Object.fromEntries(
    events.map((event) => {
      const text = (name: string) => event.getFirstPropertyValue(name)?.toString()
      const at = (name: string) =>
        (event.getFirstPropertyValue(name) as ICAL.Time | null)?.toJSDate().toISOString()
      return [
        text('uid') ?? '',
        {
          start: at('dtstart'),
          end: at('dtend'),
          stamp: at('dtstamp'),
          modified: at('last-modified'),
          sequence: Number(event.getFirstPropertyValue('sequence')),
          status: text('status'),
          summary: text('summary'),
          location: text('location'),
          url: text('url'),
        },
      ]
    }),
  )
}

function readByNodeIcal(file: string): Found {
  const events = Object.values(nodeIcal.parseICS(file)).filter((part) => part?.type === 'VEVENT')
  const iso = (at: Date | undefined) => at && new Date(at).toISOString()
  return Object.fromEntries(
    (events as NodeIcal.VEvent[]).map((event) => [
      event.uid,
      {
        start: iso(event.start),
        end: iso(event.end),
        stamp: iso(event.dtstamp),
        modified: iso(event.lastmodified),
        sequence: Number(event.sequence),
        status: event.status,
        summary: event.summary as string,
        location: event.location as string,
        url: String(event.url),
      },
    ]),
  )
}

/** True if node-ical misreads `text`: it removes backslashes, and quotes around a whole text. */
const isMisread = (text: string | undefined) => /\\|\u2028|^".*"$/.test(text ?? '')

onPostgres((db) => {
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  const read = (key = 'key', of = hash) =>
    db.valueAs<FeedCall[] | null>(visitor, 'select public.read_calendar_feed($1, $2)', key, of)
  const own = () =>
    db.valueAs<{ created_at: string; last_read_at: string | null } | null>(
      admin,
      'select public.get_calendar_feed()',
    )
  const set = (to: string | null) => db.rowsAs(admin, 'select public.set_calendar_feed($1)', to)

  setUpOnce(db, async () => {
    await emptySchedule(db)
    await storeSiteKey(db, 'key')
    await set(hash)
  })

  test('a calendar program reads 1,000 calls as the database stores them, with any names', async () => {
    await setToday(db, TODAY)
    await db.rows(`
      insert into public.time_slots (start_time, end_time, duration_minutes)
      select time '00:00' + n * interval '30 minutes', time '00:00' + (n + 1) * interval '30 minutes', 30 from generate_series(0, 46) n`)
    const [calls = []] = fc.sample(generatedCalls, { numRuns: 1, seed: 20261125 })
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id, status, location, calendar_sequence, changed_at, created_at)
       select c.name, c.email, c.date, s.id, c.status, c.location, c.sequence, c.changed_at, '2026-01-01' -- mails nobody
       from jsonb_to_recordset($1::jsonb -> 'calls') c (
         name text, email text, date date, half_hour integer, status text, location text, sequence integer, changed_at timestamptz)
       join public.time_slots s on s.start_time = time '00:00' + c.half_hour * interval '30 minutes'`,
      { calls },
    )
    const stored = await db.rows<
      Record<'id' | 'name' | 'email' | 'status', string> & {
        location: string | null
        sequence: number
        starts: number
        ends: number
        changed: number
      }
    >(
      `select id, name, email, status, location, calendar_sequence as sequence,
         extract(epoch from lower(period) at time zone private.studio_zone())::int as starts,
         extract(epoch from upper(period) at time zone private.studio_zone())::int as ends,
         floor(extract(epoch from changed_at))::int as changed
       from public.bookings where status <> 'cancelled' and date >= $1`,
      A_YEAR_BACK,
    )
    const usual = 'Our video room, https://meet.southcoast.example/call'
    const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
    const expected: Found = Object.fromEntries(
      stored.map(({ id, name, email, status, location, sequence, starts, ends, changed }) => [
        `${id}@${host}`,
        {
          start: iso(starts),
          end: iso(ends),
          stamp: iso(changed),
          modified: iso(changed),
          sequence,
          status: status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
          summary:
            email === ERASED_EMAIL ? 'Call' : `${status === 'pending' ? 'To confirm:' : 'Call with'} ${name}`,
          location: location ?? usual,
          url: `${ORIGIN}/admin/requests/${id}`,
        },
      ]),
    )
    expect(stored.length).toBeGreaterThan(500)

    const file = feedFile((await read()) ?? [], ORIGIN)
    expect(readByIcal(file)).toEqual(expected)
    const readable = (found: Found) =>
      Object.fromEntries(
        Object.entries(found).filter(([uid]) => {
          const { summary, location } = expected[uid] ?? {}
          return !isMisread(summary as string) && !isMisread(location as string)
        }),
      )
    expect(Object.keys(readable(expected)).length).toBeGreaterThan(50)
    expect(readable(readByNodeIcal(file))).toEqual(readable(expected))
    expect(feedFile((await read()) ?? [], ORIGIN), 'the same calls').toBe(file)

    // RFC 5545 wants lines of at most 75 bytes that end with CRLF.
    const whole = new TextDecoder('utf-8', { fatal: true })
    const lines = Buffer.from(file).toString('latin1').split('\r\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line.length, line).toBeLessThanOrEqual(75)
      expect(() => whole.decode(Buffer.from(line, 'latin1')), 'a letter cut in two').not.toThrow()
    }
  })

  test('a call’s SEQUENCE rises only on a change that a calendar shows', async () => {
    const slot = await addDailySlot(db)
    await addDailySlot(db, '11:00', '12:00')
    const date = await dateIn(db, 7)
    const made = await book(db, {
      date,
      slot,
      siteKey: 'key',
      details: { phone: '+64 21 555 0101' },
    })
    const booking = (set: string) => db.rows(`update public.bookings set ${set} where id = $1`, made.id)
    const byAdmin = (set: string) =>
      db.rowsAs(admin, `update public.bookings set ${set} where id = $1`, made.id)
    const usual = (url: string) => setSettings(db, videoRoom('A room', url))
    const acts: [act: string, isChange: boolean, () => Promise<unknown>][] = [
      [
        'moved',
        true,
        () =>
          db.rowsAs(
            admin,
            `select public.move_booking($1, $2, $3, '11:00', '12:00')`,
            ...[made.id, { status: 'pending', date, start_time: '09:00' }, date],
          ),
      ],
      ['a location of its own', true, () => byAdmin(`location = 'The café'`)],
      ['the same location', false, () => byAdmin(`location = 'The café'`)],
      ['another usual location, not its own', false, () => usual('https://meet.example/a')],
      ['the usual location again', true, () => byAdmin('location = null')],
      ['another usual location', true, () => usual('https://meet.example/b')],
      ['the same usual location', false, () => usual('https://meet.example/b')],
      ['by phone', true, () => setSettings(db, { location: { kind: 'phone' } })],
      ['confirmed', true, () => byAdmin(`status = 'confirmed'`)],
      ['another name', true, () => booking(`name = 'Anahera'`)],
      [
        'another message, phone and address',
        false,
        () => booking(`message = 'Hello', phone = '021 555 0102', email = 'b@example.com'`),
      ],
      [
        'a note',
        false,
        () => db.rowsAs(admin, 'select public.add_note(gen_random_uuid(), $1, $2)', made.id, 'Rings back'),
      ],
      ['erased', true, () => db.rowsAs(admin, `select public.erase_person('b@example.com')`)],
    ]
    for (const [act, isChange, does] of acts) {
      await booking(`changed_at = '${LONG_AGO}'`)
      await db.rows(`update private.studio_settings set location_changed_at = '${LONG_AGO}'`)
      const before = feedFile((await read()) ?? [], ORIGIN)
      await does()
      const [call] = (await read()) ?? []
      const after = feedFile(call ? [call] : [], ORIGIN)
      const isNew = Date.parse(call?.changed_at ?? LONG_AGO) > Date.parse(LONG_AGO)
      expect([act, after !== before, isNew]).toEqual([act, isChange, isChange])
    }
    expect(feedFile((await read()) ?? [], ORIGIN)).toContain('SUMMARY:Call\r\n')
    await booking(`status = 'cancelled'`)
    expect(await read(), 'cancelled').toEqual([])
  })

  test('the calendar feed contains no visitor’s message, phone, e-mail, package or link', async () => {
    const slot = await addDailySlot(db)
    const details = { phone: '+64 21 555 0101', package: 'secret-package' }
    const { id } = await book(db, {
      date: await dateIn(db, 7),
      slot,
      siteKey: 'key',
      message: 'secret words',
      email: 'secret@example.com',
      details,
    })
    await setSettings(db, { location: { kind: 'phone' } })
    await db.rows(
      `update public.bookings set status = 'confirmed', fit = 'who=secret', price_seen = 'secret' where id = $1`,
      id,
    )
    const file = feedFile((await read()) ?? [], ORIGIN)
    expect(file).not.toMatch(/secret|\+64|555.?0101|manage|valarm|method|organizer|attendee/i)
    expect(file).toContain('LOCATION:By phone\r\n')
  })

  test('only the current URL opens the calendar feed, and only while the URL’s owner is an admin', async () => {
    expect(await own()).toMatchObject({ last_read_at: null })
    expect(await read(), 'nothing is booked').toEqual([])
    expect(await own(), 'and when it was read').toMatchObject({ last_read_at: expect.any(String) })
    expect(await read('key', hashToken('x'.repeat(43))), 'made up').toBeNull()
    expect(await errorCode(read('another key'))).toBe('not_signed')

    const account = (set: string) => db.rows(`update auth.users set ${set} where email = 'admin@studio.test'`)
    await account(`banned_until = now() + interval '1 hour'`)
    expect(await read(), 'banned').toBeNull()
    await account(`banned_until = null, raw_app_meta_data = '{}'`)
    expect(await read(), 'without the role').toBeNull()
    await account(`raw_app_meta_data = '{"role": "admin"}'`)

    const another = hashToken(randomBytes(32).toString('base64url'))
    await set(another)
    expect(await read(), 'replaced').toBeNull()
    expect(await own(), 'nobody has read the new one').toMatchObject({ last_read_at: null })
    expect(await read('key', another)).toEqual([])
    await set(null)
    expect(await read('key', another), 'switched off').toBeNull()
    expect(await own()).toBeNull()
    await set(hash)
    await db.rows(`delete from auth.users where email = 'admin@studio.test'`)
    expect(await read(), 'the account was deleted').toBeNull()
  })

  test('without a stored site key nobody reads the calendar feed', async () => {
    await db.rows('delete from private.site_keys')
    expect(await errorCode(read())).toBe('not_signed')
  })
})
