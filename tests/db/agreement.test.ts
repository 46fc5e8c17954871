import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locationText } from '@/lib/booking/call-location'
import { submitCodes } from '@/lib/booking/errors'
import { isEmail, senderSchema } from '@/lib/booking/schema'
import { addDays, isValidStudioTime, STUDIO_ZONE, toInstant, weekdayOf } from '@/lib/dates'
import { manageCodes } from '@/lib/manage/errors'
import { settableStatuses } from '@/lib/requests/request'
import { bookingStatuses, inquiryStatuses } from '@/lib/statuses'
import { locationChange } from '@/lib/requests/schema'
import { usualLocation } from '@/lib/settings/schema'
import { fitLike } from '@/lib/start/fit'
import { cleanLine } from '@/lib/text'
import { nextClockChanges } from '@/tests/dates'
import { onEachDatabase } from './databases'
import {
  addSlot,
  addToWeekday,
  emptySchedule,
  offeredSlots,
  overview,
  setSettings,
  setToday,
} from './fixtures'
import { errorCode } from './test-database'

const odd = fc.constantFrom(
  ...'\u0000\u0007\t\n\r \u00a0\u0085\u200b\u200e\u2028\u202e\u2066\u3000\ufeff\u0308\u0958é🌊שA@.',
)
/** Text that a person may type or paste. */
const typedText = fc.string({
  unit: fc.oneof(odd, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  maxLength: 12,
})
const typedPhone = fc.string({ unit: fc.constantFrom(...'0123456789+(). /-٣'), maxLength: 32 })

// The site's functions and the database's give the same results.
onEachDatabase((db) => {
  test('site and database agree on time zone, weekdays and instants across three years of clock changes', async () => {
    expect(await db.value('select private.studio_zone()')).toBe(STUDIO_ZONE)
    const rows = await db.rows<{ date: string; time: string; weekday: number; seconds: number }>(
      `select date::date::text, to_char(time, 'HH24:MI') as time, private.weekday(date::date) as weekday,
              extract(epoch from (date::date + time) at time zone private.studio_zone())::int as seconds
       from generate_series(date '2026-01-01', date '2028-12-31', '1 day') date,
            unnest('{00:00,01:59,02:00,02:30,02:59,03:00,09:00,23:59}'::time[]) time
       where extract(month from date) in (4, 9)`,
    )
    const differing = rows.filter(
      ({ date, time, weekday, seconds }) =>
        weekdayOf(date) !== weekday || toInstant(date, time).getTime() !== seconds * 1000,
    )
    expect(differing).toEqual([])
    expect(rows).toHaveLength(3 * 60 * 8)
  })

  test('site and database agree which slots keep their full length on a day when the clocks change', async () => {
    await emptySchedule(db)
    const { back, forward, today } = nextClockChanges()
    await setToday(db, today)
    for (const start of ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30'])
      for (const end of ['00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '03:30', '04:00'])
        if (start < end) {
          const slot = await addSlot(db, start, end)
          for (const weekday of [5, 6]) await addToWeekday(db, weekday, slot)
        }
    for (const date of [addDays(back, -1), back, addDays(forward, -1), forward]) {
      const offered = (await offeredSlots(db, date, date)).map((slot) => slot.id)
      const slots = (await overview(db, date)) as { id: string; start_time: string; end_time: string }[]
      expect(slots).toHaveLength(36)
      const whole = slots.filter(({ start_time, end_time }) => isValidStudioTime(date, start_time, end_time))
      expect(whole.map((slot) => slot.id)).toEqual(offered)
    }
  })

  test('the database accepts every text that has the form of the answers of /start', async () => {
    const word = fc.string({ unit: fc.constantFrom(...'az-'), minLength: 1, maxLength: 70 })
    const pairs = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 8 })
    const query = fc.oneof(
      pairs.map((all) => all.map((pair) => pair.join('=')).join('&')),
      fc.constantFrom('a=b\n', `a=${'b'.repeat(198)}`, `a=${'b'.repeat(199)}`),
    )
    const property = fc.asyncProperty(query, async (fit) => {
      fc.pre(fitLike(fit) !== null)
      const check = db.rows(`select private.check_details($1, '{fit}')`, { fit })
      expect(await errorCode(check), fit).toBe('accepted')
    })
    await fc.assert(property, { numRuns: process.env.SOAK ? 20_000 : 40 })
  })

  /** Checks many names and e-mail addresses in one statement: 'accepted' or the error code for each. */
  async function judged(senders: { name: string; email: string }[]) {
    await db.rows(`
      create or replace function pg_temp.judged(p_name text, p_email text) returns text language plpgsql as $$
      begin
        perform private.check_sender(p_name, p_email, null);
        return 'accepted';
      exception when raise_exception then return sqlerrm;
      end $$`)
    const rows = await db.rows<{ outcome: string }>(
      `select pg_temp.judged(sender ->> 'name', sender ->> 'email') as outcome
       from jsonb_array_elements($1::text::jsonb) with ordinality senders (sender, nth) order by nth`,
      JSON.stringify(senders),
    )
    return senders.map((sender, nth) => ({ ...sender, outcome: rows[nth]?.outcome }))
  }

  test('site and database agree which names have only invisible characters', async () => {
    const shown = ['a', 'é', '김', '⠁', '❤']
    const hidden = [
      ...[' ', '\u3164', '\u2800', '\u200b', '\u00ad', '\u180e', '\ufe0f', '\u{1d173}', '\u{e0fff}'],
      ...['\u115f\u1160', '\uffa0', '\u034f', '\u{e0100}'],
    ]
    const name = fc
      .array(fc.constantFrom(...shown, ...hidden, ...hidden), { minLength: 1, maxLength: 4 })
      .map((characters) => characters.join('').normalize('NFC').trim())
    const names = [...shown, ...hidden, ...fc.sample(name, process.env.SOAK ? 10_000 : 500)].map((typed) => ({
      name: typed,
      email: 'ana@example.com',
    }))
    expect(await judged(names)).toEqual(
      names.map((sender) => ({ ...sender, outcome: cleanLine(sender.name) ? 'accepted' : 'invalid_name' })),
    )
  })

  test('site and database agree which e-mail addresses are valid', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ9.-_+é🌊'), maxLength: 5 })
    const random = fc.oneof(
      fc.tuple(text, text, text).map(([local, domain, last]) => `${local}@${domain}.${last}`),
      fc.string({ unit: fc.constantFrom(...'a.@é'), minLength: 1, maxLength: 9 }),
    )
    const known = [
      ...['ana+call@example.co.nz', "o'neil@example-1.com", 'ana@münchen.example', 'ana@exa_mple.com'],
      ...['@example.com', 'ana@example', 'ana@example.c', 'an a@example.com', 'ana@.example.com'],
      ...[
        'ana@example.com.',
        '.ana@example.com',
        'ana.@example.com',
        'a..na@example.com',
        'ana@example..com',
      ],
      ...[`${'x'.repeat(64)}@example.com`, `${'x'.repeat(65)}@example.com`, `a@${'.'.repeat(240)}@b.nz`],
      // A mail to one of these addresses would reach another address, or nobody.
      ...['"ana"@example.com', '<ana@example.com', 'ana@ｅxample.com', 'ana@mail。example.com'],
      ...['ana@exam\u00adple.com', 'Erased@erased.invalid'],
    ]
    const senders = [...known, ...fc.sample(random, process.env.SOAK ? 10_000 : 1_000)].map((email) => ({
      name: 'Ana',
      email,
    }))
    expect(await judged(senders)).toEqual(
      senders.map((sender) => ({ ...sender, outcome: isEmail(sender.email) ? 'accepted' : 'invalid_email' })),
    )
    expect((await judged([{ name: 'Ana', email: `a@${'.'.repeat(100_000)}@b.nz` }]))[0]?.outcome).toBe(
      'invalid_email',
    )
  })

  test('the database accepts every text that the form accepts, and stores it unchanged', async () => {
    const email = fc.oneof(
      fc.constant('ana@example.com'),
      fc.tuple(typedText, typedText).map(([name, host]) => `${name}@${host}.nz`),
    )
    const property = fc.asyncProperty(
      fc.record({ name: typedText, email, phone: typedPhone, message: typedText }),
      async (typed) => {
        const { data } = senderSchema.safeParse(typed)
        fc.pre(data !== undefined)
        const check = db.rows(
          'select private.check_sender($1, $2, $3)',
          data?.name,
          data?.email,
          data?.message,
        )
        expect(await errorCode(check)).toBe('accepted')
        const details = data?.phone ? { phone: data.phone } : {}
        expect(await errorCode(db.rows(`select private.check_details($1, '{phone}')`, details))).toBe(
          'accepted',
        )
      },
    )
    await fc.assert(property, { numRuns: process.env.SOAK ? 20_000 : 100 })
  })

  test('site and database describe a call’s location in the same words', async () => {
    const usual = fc.oneof(
      fc.record({
        kind: fc.constant('video'),
        name: typedText,
        url: fc.oneof(
          typedText.map((text) => `https://${text}`),
          fc.constant('https://meet.example/our-{call}'),
        ),
      }),
      fc.constant({ kind: 'phone' }),
    )
    const property = fc.asyncProperty(usual, typedText, typedPhone, async (anyUsual, own, anyPhone) => {
      const { data } = usualLocation.safeParse(anyUsual)
      const { data: change } = locationChange.safeParse({ id: crypto.randomUUID(), location: own, seen: '' })
      const { data: sender } = senderSchema.safeParse({
        ...{ name: 'Ana', email: 'ana@example.com', message: '', phone: anyPhone },
      })
      fc.pre(data !== undefined && change !== undefined && sender !== undefined)
      await setSettings(db, { location: data })
      for (const location of [change.location || null, null])
        for (const phone of [sender.phone || null, null])
          for (const room of ['abcdefghijkl', null])
            expect(await db.value('select private.location_wording($1, $2, $3)', location, phone, room)).toBe(
              locationText({ location, phone, room }, data),
            )
    })
    await fc.assert(property, { numRuns: process.env.SOAK ? 20_000 : 60 })
  })

  /** The error codes that the function `name` can raise, also in the functions that it calls. */
  async function raisedBy(name: string): Promise<string[]> {
    const rows = await db.rows<{ name: string; text: string }>(
      `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as text
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`,
    )
    const bodies = new Map(rows.map((row) => [row.name, row.text.replace(/--.*$/gm, '')]))
    const called = new Set([name])
    for (const caller of called)
      for (const [callee] of bodies.get(caller)?.matchAll(/\b(public|private)\.\w+(?=\()/g) ?? [])
        if (bodies.has(callee)) called.add(callee)
    // `check_cap` raises the code in its last argument, or a default.
    const raised = /message = '(\w+)'|\bp_code text DEFAULT '(\w+)'|\bcheck_cap\([^;]*, '(\w+)'\)/g
    const codes = [...called].flatMap((each) => [...(bodies.get(each) ?? '').matchAll(raised)])
    return [...new Set(codes.map((match) => match.slice(1).find(Boolean) ?? ''))].toSorted()
  }

  test.each([
    { of: 'a submit', known: submitCodes, functions: ['create_booking', 'create_inquiry'] },
    {
      of: 'a booking’s own page',
      known: manageCodes,
      functions: ['cancel_managed_booking', 'move_managed_booking', 'erase_managed_booking'],
    },
  ])('every error of $of has a sentence, and every sentence its error', async ({ known, functions }) => {
    const raised = await Promise.all(functions.map((name) => raisedBy(`public.${name}`)))
    expect([...new Set(raised.flat())].toSorted()).toEqual([...known].toSorted())
  })

  test.each([
    { table: 'bookings', known: bookingStatuses, settable: settableStatuses.booking },
    { table: 'inquiries', known: inquiryStatuses, settable: settableStatuses.inquiry },
  ])(
    'the admin knows every status that the database allows in $table',
    async ({ table, known, settable }) => {
      const check = await db.value<string>(
        `select pg_get_constraintdef(oid) from pg_constraint where conname = $1`,
        `${table}_status_check`,
      )
      expect([...check.matchAll(/'(\w+)'/g)].map(([, status]) => status)).toEqual([...known])
      const initial = await db.value<string>(
        `select column_default from information_schema.columns where table_name = $1 and column_name = 'status'`,
        table,
      )
      expect(initial).toBe(`'${known[0]}'::text`)
      expect([...settable]).toEqual(known.slice(1))
    },
  )
})
