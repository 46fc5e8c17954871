import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { addException, book } from './fixtures'
import { KEY } from './mails'
import { admin, errorCode, visitor } from './test-database'

onPostgres((db) => {
  const calls = useCall(db)
  const { call, does } = calls

  const state = async (id = call.id) => {
    const [row] = await db.rows(
      `select b.status, b.date::text, to_char(lower(b.period), 'HH24:MI') as start_time
       from public.bookings b where id = $1`,
      id,
    )
    return row
  }
  const before = () => ({ status: 'pending', date: call.day, start_time: '09:00' })
  const taken = () => ({ status: 'confirmed', date: call.other, start_time: '09:00' })
  const page = (id = call.id) =>
    db.valueAs<Record<string, unknown>>(visitor, 'select public.get_managed_booking($1, $2)', KEY, id)
  const mails = () => db.value<number>('select count(*)::int from private.outbox where sent_at is null')
  const moveOther = async (id: string) => {
    const { link_version, calendar_sequence } = await page(id)
    await db.valueAs(
      visitor,
      'select public.move_managed_booking($1, $2, $3, $4, $5, $6)',
      ...[KEY, id, link_version, calendar_sequence, call.other, call.nine],
    )
  }

  describe('a visitor cannot take an unavailable proposed time, and the call stays', () => {
    test.each<[string, string, () => Promise<unknown>]>([
      [
        'somebody else took it',
        'slot_taken',
        () => book(db, { date: call.other, slot: call.nine, email: 'bea@example.com', siteKey: KEY }),
      ],
      [
        'its date was closed',
        'slot_not_offered',
        () => db.rowsAs(admin, 'select public.close_dates($1, $1)', call.other),
      ],
      [
        'it was taken out of the hours',
        'slot_not_offered',
        () => addException(db, call.other, call.nine, false),
      ],
      ['the call was cancelled', 'already_cancelled', () => does('cancel')],
      [
        'the call has begun',
        'call_begun',
        () =>
          db.rows(
            `update public.bookings set date = private.studio_today() - 1, calendar_sequence = 0 where id = $1`,
            call.id,
          ),
      ],
      ['its person was erased', 'link_invalid', () => does('erase')],
    ])('%s: %s', async (_, code, happens) => {
      await does('mail a time, send')
      await happens()
      const [now, waiting] = [await state(), await mails()]
      expect(await errorCode(does('visitor moves'))).toBe(code)
      expect(await state()).toEqual(now)
      expect(await mails()).toBe(waiting)
    })
  })

  test('a time proposed for one call is confirmed only for that call; another can book it meanwhile', async () => {
    const own = { date: call.day, slot: call.eleven, siteKey: KEY }
    const { id } = await book(db, own)
    await does('mail a time, send')
    await moveOther(id)
    expect(await state(id)).toMatchObject({ status: 'pending', date: call.other })
    expect(await errorCode(does('visitor moves'))).toBe('slot_taken')
    expect(await state()).toEqual(before())
  })

  test('a visitor books a time that was proposed to their message like any other time', async () => {
    const { id } = await db.value<{ id: string }>(
      `select public.create_inquiry('Ana', 'ana@example.com', 'Hello', p_site_key => $1)`,
      KEY,
    )
    await db.rowsAs(
      admin,
      `select public.send_reply($1, $2, 1, 'propose', 'A call', 'Hello', $3::text::jsonb)`,
      ...[randomUUID(), id, JSON.stringify([{ date: call.other, time_slot_id: call.nine }])],
    )
    const booked = await book(db, { date: call.other, slot: call.nine, siteKey: KEY })
    expect(await state(booked.id)).toMatchObject({ status: 'pending' })
  })

  test.each(['answer', 'follow_up', 'confirm'])(
    'only a reply of the kind ‘propose’ proposes times, not: %s',
    async (kind) => {
      await db.rowsAs(
        admin,
        `select public.send_reply($1, $2, (select revision from public.bookings where id = $2), $3, null, null, $4::text::jsonb)`,
        ...[randomUUID(), call.id, kind, JSON.stringify([{ date: call.other, time_slot_id: call.nine }])],
      )
      await does('visitor moves')
      expect(await state()).toMatchObject({ status: 'pending' })
    },
  )

  test('a reply written before the visitor’s move proposes no time for the moved call', async () => {
    const seen = await db.value('select revision from public.bookings where id = $1', call.id)
    await does('move')
    await db.rowsAs(
      admin,
      `select public.send_reply($1, $2, $3, 'propose', null, null, $4::text::jsonb)`,
      ...[randomUUID(), call.id, seen, JSON.stringify([{ date: call.other, time_slot_id: call.nine }])],
    )
    await does('visitor moves')
    expect(await state()).toMatchObject({ status: 'pending', date: call.other })
  })

  test('the visitor’s page names the proposed times, and the location once they have taken one', async () => {
    const times = async () => (await page()).proposed_times
    expect(await times()).toEqual([])
    await does('mail two times, send')
    expect(await times()).toEqual([
      { date: call.other, time_slot_id: call.nine },
      { date: call.other, time_slot_id: call.eleven },
    ])
    await does('mail a later time, send')
    expect(await times()).toEqual([{ date: call.other, time_slot_id: call.eleven }])
    await does('visitor moves again')
    expect(await page()).toMatchObject({
      ...{ status: 'confirmed', start_time: '11:00', is_proposed: false, proposed_times: [] },
      where: { url: 'https://meet.southcoast.example/call' },
    })
  })

  test('after a visitor takes a proposed time the history names them; a repeat changes nothing', async () => {
    await does('mail a time, send')
    await does('visitor moves')
    expect(await state()).toEqual(taken())
    const [event] = await db.rows(
      `select actor, kind, before ->> 'start_time' as before, after ->> 'start_time' as after from public.request_events order by id desc limit 1`,
    )
    expect(event).toEqual({ actor: 'visitor', kind: 'took_time', before: '09:00', after: '09:00' })
    expect(
      await db.value('select known ->> $1 from public.bookings where id = $2', 'wording', call.id),
    ).toMatch(/https:/)
    await moveOther(call.id)
    expect(await state()).toEqual(taken())
    expect(
      await db.rows(
        `select recipient || ': ' || kind as mail from private.outbox where sent_at is null order by 1`,
      ),
    ).toEqual([{ mail: 'studio: moved' }, { mail: 'visitor: call' }])
    await calls.send()
    const [sent] = await db.rows(
      `select said from private.outbox where kind = 'call' order by sent_at desc limit 1`,
    )
    expect(sent?.said).toMatchObject({ status: 'confirmed', date: call.other })
  })
})
