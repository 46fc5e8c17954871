import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import {
  addDailySlot,
  addException,
  book,
  dateIn,
  emptySchedule,
  inquire,
  setCap,
  storeSiteKey,
} from './fixtures'
import { admin, errorCode, visitor } from './test-database'

const key = 'the key of this site'
const erased = 'erased@erased.invalid'

interface Managed {
  id: string
  name: string
  email: string
  date: string
  start_time: string
  end_time: string
  status: string
  location: string | null
  created_at: string
  link_version: number
  calendar_sequence: number
}

onPostgres((db) => {
  let [nine, ten, date, id] = ['', '', '', '']
  const requestId = randomUUID()
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await storeSiteKey(db, key)
    nine = await addDailySlot(db, '09:00', '10:00')
    ten = await addDailySlot(db, '10:00', '11:00')
    date = await dateIn(db, 7)
    id = (await book(db, { date, slot: nine, message: 'A shop', requestId, siteKey: key })).id
  })

  const look = (of = id, siteKey: string | null = key) =>
    db.valueAs<Managed | null>(visitor, 'select public.get_managed_booking($1, $2)', siteKey, of)
  const stored = () =>
    db
      .rows(
        'select name, email, message, phone, package, fit, price_seen, location, cancel_reason, status, date::text, time_slot_id, form_id, link_version, calendar_sequence from public.bookings where id = $1',
        id,
      )
      .then(([row]) => row)

  interface Call {
    siteKey?: string | null
    id?: string
    version?: number
    seen?: number
    address?: string
  }
  const cancel = (call: Call & { reason?: string } = {}) =>
    db.valueAs<Managed>(
      visitor,
      'select public.cancel_managed_booking($1, $2, $3, $4, $5, $6)',
      ...ofCall(call),
      call.reason ?? null,
      call.address ?? null,
    )
  const move = (slot: string, call: Call & { date?: string } = {}) =>
    db.valueAs<Managed>(
      visitor,
      'select public.move_managed_booking($1, $2, $3, $4, $5, $6, $7)',
      ...ofCall(call),
      call.date ?? date,
      slot,
      call.address ?? null,
    )
  const erase = (email: string, call: Call = {}) =>
    db.rowsAs(
      visitor,
      'select public.erase_managed_booking($1, $2, $3, $4)',
      ...ofCall(call).slice(0, 3),
      email,
    )
  function ofCall(call: Call) {
    return [call.siteKey === undefined ? key : call.siteKey, call.id ?? id, call.version ?? 1, call.seen ?? 0]
  }
  /** All changes that a visitor can make by a booking's link. */
  const ways: [way: string, call: (call?: Call) => Promise<unknown>][] = [
    ['cancel', cancel],
    ['move', (call) => move(ten, call)],
    ['erase', (call) => erase('ana@example.com', call)],
  ]
  /** Moves the booking's call, so that it began `minutes` ago. */
  const begin = async (minutes: number) => {
    await db.rows('alter table public.bookings disable trigger bookings_before')
    await db.rows(
      `update public.bookings set period = tsrange(at, at + interval '1 hour')
       from (select now() at time zone 'Pacific/Auckland' - make_interval(mins => $1) as at) begun`,
      minutes,
    )
    await db.rows('alter table public.bookings enable trigger bookings_before')
  }

  test('a booking’s link shows everything that its page needs', async () => {
    await db.rows(
      `update public.bookings set location = 'The café', fit = 'who=team', price_seen = '$12,000',
         created_at = '2026-11-22T20:00:00Z' where id = $1`,
      id,
    )
    const shown = await look()
    expect(Date.parse(shown?.created_at ?? '')).toBe(Date.parse('2026-11-22T20:00:00Z'))
    expect(shown).toEqual({
      id,
      name: 'Ana',
      email: 'ana@example.com',
      message: 'A shop',
      phone: null,
      package: null,
      fit: 'who=team',
      price_seen: '$12,000',
      created_at: shown?.created_at,
      date,
      start_time: '09:00',
      end_time: '10:00',
      status: 'pending',
      location: 'The café',
      where: null,
      offer_kept_until: null,
      cancel_message: null,
      link_version: 1,
      calendar_sequence: 0,
      is_proposed: false,
      proposed_times: [],
    })
    expect(await look(randomUUID())).toBeNull()
  })

  test.each(ways)('%s: only for a site with a stored key', async (_, call) => {
    expect(await errorCode(call({ siteKey: 'another key' }))).toBe('not_signed')
    expect(await errorCode(call({ siteKey: null }))).toBe('not_signed')
    expect(await errorCode(look(id, 'another key'))).toBe('not_signed')
    await db.rows('delete from private.site_keys')
    expect(await errorCode(call())).toBe('not_signed')
    expect(await errorCode(look())).toBe('not_signed')
  })

  test.each(ways)('%s: not with a link of another version, or of no booking', async (_, call) => {
    const before = await stored()
    expect(await errorCode(call({ version: 2 }))).toBe('link_invalid')
    expect(await errorCode(call({ id: randomUUID() }))).toBe('link_invalid')
    expect(await stored()).toEqual(before)
  })

  test('a new e-mail address of the booking makes earlier links invalid', async () => {
    await db.rows(`update public.bookings set email = 'new@example.com'`)
    expect(await errorCode(cancel())).toBe('link_invalid')
    expect((await look())?.link_version).toBe(2)
    expect(await errorCode(cancel({ version: 2 }))).toBe('accepted')
  })

  test('a visitor who cancels frees the time at once; the stored reason stays until the call is moved', async () => {
    expect(await cancel({ reason: 'I was\ntaken ill' })).toMatchObject({
      status: 'cancelled',
      calendar_sequence: 1,
    })
    expect((await stored())?.cancel_reason).toBe('I was\ntaken ill')
    expect(await errorCode(book(db, { date, slot: nine, email: 'bea@example.com', siteKey: key }))).toBe(
      'accepted',
    )
    await db.rows('delete from public.bookings where email = $1', 'bea@example.com')
    await db.rows(`update public.bookings set status = 'confirmed' where id = $1`, id)
    expect((await stored())?.cancel_reason).toBe('I was\ntaken ill')
    await db.rows(`update public.bookings set date = date + 7 where id = $1`, id)
    expect((await stored())?.cancel_reason).toBeNull()
  })

  test.each(['', ' spaces ', 'x'.repeat(501), 'a\u202Eb'])(
    'cancel: the reason %j is refused',
    async (reason) => {
      expect(await errorCode(cancel({ reason }))).toBe('invalid_reason')
    },
  )

  test('a visitor who moves a call frees its old time, takes the new one, and needs a new confirmation', async () => {
    await db.rows(`update public.bookings set status = 'confirmed' where id = $1`, id)
    expect(await move(ten, { seen: 1 })).toMatchObject({
      start_time: '10:00',
      status: 'pending',
      calendar_sequence: 2,
    })
    const others = { date, email: 'bea@example.com', siteKey: key }
    expect(await errorCode(book(db, { ...others, slot: ten }))).toBe('slot_taken')
    expect(await errorCode(book(db, { ...others, slot: nine }))).toBe('accepted')
  })

  test('a repeated move by the visitor succeeds without another change', async () => {
    await move(ten)
    expect(await move(ten)).toMatchObject({ start_time: '10:00', calendar_sequence: 1 })
  })

  test('a visitor can move a call only to an offered, free time; otherwise the call stays', async () => {
    const other = await dateIn(db, 8)
    await book(db, { date: other, slot: nine, email: 'bea@example.com', siteKey: key })
    await addException(db, other, ten, false)
    const before = await stored()
    expect(await errorCode(move(nine, { date: other }))).toBe('slot_taken')
    expect(await errorCode(move(ten, { date: other }))).toBe('slot_not_offered')
    expect(await errorCode(move(randomUUID()))).toBe('slot_not_offered')
    for (const days of [0, -1, 366])
      expect(await errorCode(move(ten, { date: await dateIn(db, days) }))).toBe('date_not_bookable')
    expect(await stored()).toEqual(before)
  })

  test('a visitor can move a call to a time that overlaps its present one', async () => {
    const half = await addDailySlot(db, '09:30', '10:30')
    expect(await move(half)).toMatchObject({ start_time: '09:30' })
  })

  describe('calls that cannot be changed', () => {
    const changes = ways.slice(0, 2)

    test.each(changes)('%s: a call that was cancelled', async (_, call) => {
      await cancel()
      expect(await errorCode(call({ seen: 1 }))).toBe('already_cancelled')
    })

    test.each(changes)('%s: a call that has begun, to the minute', async (_, call) => {
      await begin(-1)
      expect(await errorCode(call())).toBe('accepted')
      await db.rows(`update public.bookings set status = 'pending', time_slot_id = $1`, nine)
      await begin(0)
      expect(await errorCode(call())).toBe('call_begun')
    })

    test.each(changes)('%s: a call that an admin or another device changed meanwhile', async (_, call) => {
      await db.rowsAs(admin, `update public.bookings set status = 'confirmed' where id = $1 returning 1`, id)
      expect(await errorCode(call({ seen: 0 }))).toBe('changed_meanwhile')
      expect(await errorCode(call({ seen: 1 }))).toBe('accepted')
    })
  })

  test('changes of bookings have their own cap per e-mail, and count towards the cap of the IP address', async () => {
    await setCap(db, 'changes_per_email_in_24_hours', 2)
    await setCap(db, 'submits_per_email_in_24_hours', 2)
    await move(ten)
    await move(nine, { seen: 1 })
    expect(await errorCode(move(ten, { seen: 2 }))).toBe('too_many changes_per_email_in_24_hours')
    const other = { date: await dateIn(db, 9), slot: nine, siteKey: key }
    expect(await errorCode(book(db, other))).toBe('accepted')
    await setCap(db, 'changes_per_email_in_24_hours', 10)
    await setCap(db, 'submits_per_address_in_10_minutes', 1)
    await move(ten, { seen: 2, address: '192.0.2.1' })
    expect(await errorCode(cancel({ seen: 3, address: '192.0.2.1' }))).toBe(
      'too_many submits_per_address_in_10_minutes',
    )
    expect(await errorCode(cancel({ seen: 3, address: '192.0.2.2' }))).toBe('accepted')
  })

  test('a visitor can cancel even after someone with the same e-mail used up the moves', async () => {
    await setCap(db, 'changes_per_email_in_24_hours', 2)
    await move(ten)
    await move(nine, { seen: 1 })
    expect(await errorCode(move(ten, { seen: 2 }))).toBe('too_many changes_per_email_in_24_hours')
    expect(await errorCode(cancel({ seen: 2 }))).toBe('accepted')
  })

  describe('erase', () => {
    setUpOnce(db, () =>
      db.rows(
        `update public.bookings set phone = '021 555 010', location = 'Her office', package = 'growth', fit = 'who=team', price_seen = '$12,000' where id = $1`,
        id,
      ),
    )

    test('a visitor who erases a request removes their data, cancels a future call and makes the link invalid', async () => {
      const other = await book(db, { date, slot: ten, siteKey: key })
      await erase('ANA@example.com')
      expect(await stored()).toMatchObject({
        name: 'Erased',
        email: erased,
        message: null,
        fit: null,
        price_seen: null,
        phone: null,
        location: null,
        cancel_reason: null,
        status: 'cancelled',
        link_version: 2,
      })
      expect(await look()).toBeNull()
      for (const version of [1, 2]) expect(await errorCode(erase(erased, { version }))).toBe('link_invalid')
      expect(await look(other.id)).toMatchObject({ email: 'ana@example.com', status: 'pending' })
    })

    test('a form repeated after its call was erased books a new call and restores nothing', async () => {
      await erase('ana@example.com')
      const again = await book(db, { date, slot: nine, message: 'A shop', requestId, siteKey: key })
      expect(again.id).not.toBe(id)
      expect(await stored()).toMatchObject({ name: 'Erased', email: erased, message: null })
    })

    test('a visitor must type the booking’s e-mail address to erase it', async () => {
      const before = await stored()
      expect(await errorCode(erase('bea@example.com'))).toBe('email_differs')
      expect(await stored()).toEqual(before)
    })

    test('erasing a request whose call is over keeps the call’s status', async () => {
      await db.rows(`update public.bookings set status = 'confirmed'`)
      await begin(90)
      await erase('ana@example.com')
      expect(await stored()).toMatchObject({ name: 'Erased', status: 'confirmed' })
    })

    // A new column fails this test until the test fills it, and until erasing clears it or `kept`
    // lists it.
    test.each(['its visitor', 'an admin'])('by %s: no column keeps a person’s text', async (by) => {
      const whole = async (table: string) => {
        const row = await db.value<Record<string, unknown>>(
          `select to_jsonb(r) || to_jsonb(t) from public.${table} t join public.requests r using (id)`,
        )
        return Object.entries(row)
      }
      await inquire(db, { message: 'A shop', siteKey: key })
      await db.rows(
        `update public.inquiries set package = 'growth', fit = 'who=team', price_seen = '$12,000', act = '{"id": 1}'`,
      )
      await db.rows(`update public.bookings set status = 'cancelled', cancel_reason = 'She is ill',
          cancel_message = 'We are ill', known = '{"location": "Her flat"}', act = '{"id": 1}'`)
      await db.rows(
        `update public.requests set theirs_from = now(), owner = (select id from auth.users limit 1)`,
      )
      const before = { bookings: await whole('bookings'), inquiries: await whole('inquiries') }
      expect(
        Object.values(before).flatMap((columns) => columns.filter(([, value]) => value === null)),
        // Not filled: a cancelled call has no outcome, and a message has no outcome and no start.
      ).toEqual(
        ['outcome', 'outcome_reason', 'starts', 'outcome', 'outcome_reason'].map((name) => [name, null]),
      )

      const byVisitor = by === 'its visitor'
      await (byVisitor
        ? erase('ana@example.com')
        : db.rowsAs(admin, 'select public.erase_person($1)', 'ana@example.com'))
      const kept = async (table: keyof typeof before) => {
        const after = new Map(await whole(table))
        const same = before[table].filter(
          ([name, value]) => JSON.stringify(after.get(name)) === JSON.stringify(value),
        )
        return same.map(([name]) => name).sort()
      }
      expect(await kept('bookings')).toEqual(
        'calendar_sequence changed_at created_at date due_at id kind ours_from outcome outcome_reason over_from owner package period starts status time_slot_id'.split(
          ' ',
        ),
      )
      if (!byVisitor)
        expect(await kept('inquiries')).toEqual(
          'created_at id kind outcome outcome_reason owner package starts status'.split(' '),
        )
    })

    test('an admin who erases a person erases all their requests, and their forms cannot restore them', async () => {
      const inquiryRequest = randomUUID()
      await db.rows(
        `insert into public.inquiries (name, email, form_id) values ('Ana', 'ana@example.com', $1)`,
        inquiryRequest,
      )
      await db.rowsAs(admin, 'select public.erase_person($1)', 'ana@example.com')
      expect(await stored()).toMatchObject({ name: 'Erased', phone: null, location: null, link_version: 2 })
      expect((await stored())?.form_id).not.toBe(requestId)
      expect(await db.value('select form_id from public.inquiries')).not.toBe(inquiryRequest)
    })
  })
})
