import { expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, storeSiteKey } from './fixtures'
import { admin, errorCode, visitor } from './test-database'

const key = 'the key of this site'
const adminEmail = 'admin@studio.test'

onPostgres((db) => {
  let [nine, ten, date] = ['', '', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await storeSiteKey(db, key)
    nine = await addDailySlot(db, '09:00', '10:00')
    ten = await addDailySlot(db, '10:00', '11:00')
    date = await dateIn(db, 7)
  })

  /** A request's events as an admin reads them, oldest first. */
  const history = (id: string) =>
    db.rowsAs(
      admin,
      `select actor, kind, before - 'time_slot_id' as before, after - 'time_slot_id' as after
       from public.request_events where request_id = $1 order by id`,
      id,
    )
  const set = (table: string, id: string, status: string) =>
    db.rowsAs(admin, `update public.${table} set status = $2 where id = $1 returning 1`, id, status)

  test('the history of a booking has who acted, and the call before and after', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    await set('bookings', id, 'confirmed')
    await db.rowsAs(
      visitor,
      'select public.move_managed_booking($1, $2, 1, 1, $3, $4)',
      ...[key, id, date, ten],
    )
    await set('bookings', id, 'cancelled')
    const asked = { date, start_time: '09:00', end_time: '10:00' }
    const moved = { date, start_time: '10:00', end_time: '11:00' }
    const status = (status: string) => ({ status })
    expect(await history(id)).toEqual([
      {
        actor: 'visitor',
        kind: 'booked',
        before: null,
        after: { ...asked, status: 'pending', location: null },
      },
      { actor: adminEmail, kind: 'confirmed', before: status('pending'), after: status('confirmed') },
      {
        ...{ actor: 'visitor', kind: 'moved' },
        before: { ...asked, status: 'confirmed' },
        after: { ...moved, status: 'pending' },
      },
      { actor: adminEmail, kind: 'cancelled', before: status('pending'), after: status('cancelled') },
    ])
  })

  test('the history has a changed location with the former and the new one; null is the default', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    const setLocation = (location: string | null) =>
      db.rowsAs(admin, 'update public.bookings set location = $1 returning 1', location)
    for (const location of ['The café', 'The café', 'Room 2', null]) await setLocation(location)
    const change = (before: string | null, after: string | null) => ({
      ...{ actor: adminEmail, kind: 'place' },
      before: { location: before },
      after: { location: after },
    })
    expect((await history(id)).slice(1)).toEqual([
      change(null, 'The café'),
      change('The café', 'Room 2'),
      change('Room 2', null),
    ])
    await setLocation('Room 3')
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await history(id)).toEqual([])
  })

  test('the history of a message has its sending and its reading, and no change that keeps its status', async () => {
    const { id } = await inquire(db, { siteKey: key })
    await set('inquiries', id, 'read')
    await set('inquiries', id, 'read')
    await db.rows(`update public.inquiries set message = 'Hello again'`)
    expect(await history(id)).toEqual([
      { actor: 'visitor', kind: 'wrote', before: null, after: { status: 'new' } },
      { actor: adminEmail, kind: 'read', before: { status: 'new' }, after: { status: 'read' } },
    ])
  })

  test('the history names who copied a visitor’s link; past calls and erased persons have no link', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    const copy = () => db.valueAs<number | null>(admin, 'select public.copy_visitor_link($1)', id)
    expect(await copy()).toBe(1)
    await db.rows(`update public.bookings set email = 'ana.b@example.com'`)
    expect(await copy()).toBe(2)
    const copied = { actor: adminEmail, kind: 'link_copied', before: null, after: null }
    const copies = () =>
      db.rowsAs(
        admin,
        `select actor, kind, before, after from public.request_events where kind = 'link_copied' order by id`,
      )
    expect(await copies()).toEqual([copied, copied])

    await db.rows(`update public.bookings set date = private.studio_today() - 1`)
    expect(await copy()).toBeNull()
    expect(await copies()).toHaveLength(2)
    await db.rows('update public.bookings set date = $1', date)
    await db.rowsAs(admin, 'select public.erase_person($1)', 'ana.b@example.com')
    expect(await copy()).toBeNull()
    expect(await copies()).toEqual([])
    expect(await db.valueAs(admin, 'select public.copy_visitor_link(gen_random_uuid())')).toBeNull()
  })

  test('any erasure deletes the person’s history, and keeps other people’s', async () => {
    const [ana, bea] = [
      await book(db, { date, slot: nine, siteKey: key }),
      await book(db, { date, slot: ten, email: 'bea@example.com', siteKey: key }),
    ]
    const inquiry = await inquire(db, { email: 'bea@example.com', siteKey: key })
    await db.rowsAs(
      visitor,
      'select public.erase_managed_booking($1, $2, 1, $3)',
      ...[key, ana.id, 'ana@example.com'],
    )
    expect(await history(ana.id)).toEqual([])
    expect(await history(bea.id)).toHaveLength(1)
    await db.rowsAs(admin, 'select public.erase_person($1)', 'bea@example.com')
    expect([...(await history(bea.id)), ...(await history(inquiry.id))]).toEqual([])
  })

  test('an answer, a confirmation and an admin’s booking are each one revision and one event', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    const answer = `select public.send_reply($1, $2, 0, 'confirm', 'Your call', 'Hello')`
    await db.rowsAs(admin, answer, '00000000-0000-4000-8000-0000000000c1', id)
    await db.rowsAs(
      admin,
      `select public.book_call(gen_random_uuid(), 'Ben', 'ben@example.com', $1, '10:00', '11:00')`,
      date,
    )
    expect(
      await db.rows(
        `select e.kind, e.revision, e.turn, e.before -> 'status' as was, b.revision as now
         from public.request_events e join public.bookings b on b.id = e.request_id order by e.id`,
      ),
    ).toEqual([
      { kind: 'booked', revision: 0, turn: 'asks', was: null, now: 1 },
      { kind: 'confirmed', revision: 1, turn: 'settles', was: 'pending', now: 1 },
      { kind: 'booked_for', revision: 0, turn: 'settles', was: 'cancelled', now: 0 },
    ])
  })

  test('data of one act is not logged with the next act, and no admin’s token can write the log', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    await db.rowsAs(admin, 'select public.set_answered($1, true)', id)
    await set('bookings', id, 'confirmed')
    await db.rows(`update public.bookings set location = 'The café'`)
    expect((await history(id)).map(({ kind, actor }) => `${String(actor)} ${String(kind)}`)).toEqual([
      'visitor booked',
      `${adminEmail} elsewhere`,
      `${adminEmail} confirmed`,
      'database place',
    ])
    const forged = db.rowsAs(admin, `update public.bookings set act = '{"kind": "asked"}' returning id`)
    expect(await errorCode(forged)).toBe('42501')
  })

  test('a move of a call clears its outcome and logs that; Undo restores the outcome', async () => {
    const { id } = await book(db, { date, slot: nine, siteKey: key })
    await set('bookings', id, 'confirmed')
    await db.rows(`update public.bookings set date = private.studio_today() - 1`)
    await db.rowsAs(admin, `select public.set_outcome($1, 'lost', 'Too dear')`, id)
    await set('bookings', id, 'cancelled')
    const outcome = () => db.rows('select outcome, outcome_reason from public.requests')
    expect((await history(id)).at(-1)).toMatchObject({
      before: { status: 'confirmed', outcome: 'lost' },
      after: { status: 'cancelled', outcome: null },
    })
    expect(await outcome()).toEqual([{ outcome: null, outcome_reason: null }])
    const undo = `select public.undo_act(request_id, revision) from public.request_events where kind = 'cancelled'`
    await db.rowsAs(admin, undo)
    expect(await outcome()).toEqual([{ outcome: 'lost', outcome_reason: null }])
  })

  test('the rows of a restored backup create no events', async () => {
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id) values ('Ana', 'ana@example.com', $1, $2)`,
      ...[date, nine],
    )
    await db.rows(`insert into public.inquiries (name, email) values ('Ana', 'ana@example.com')`)
    expect(await db.rows('select * from public.request_events')).toEqual([])
  })
})
