import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule } from './fixtures'
import { claim, finish, KEY, useKey } from './mails'
import { admin, visitor } from './test-database'

interface Closed {
  id: string
  name: string
  revision: number
  is_asked: boolean
  is_kept: boolean
}

// The story of tests/e2e/closed-dates.spec.ts without a mail server: a visitor counts as asked once
// an admin says that they sent the text.
onPostgres((db) => {
  const names = ['Moves', 'Moves too', 'Cancels', 'Takes', 'Kept', 'Silent', 'Moved by us']
  const idOf: Record<string, string> = {}
  const dates: string[] = []
  let [nine, eleven, later] = ['', '', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    nine = await addDailySlot(db, '09:00', '10:00')
    eleven = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    for (const days of [9, 10, 11, 12]) dates.push(await dateIn(db, days))
    later = await dateIn(db, 20)
    for (const [at, name] of names.entries()) {
      const place = { date: dates[at % 4] ?? '', slot: at < 4 ? nine : eleven }
      const { id } = await book(db, { name, email: `v${at}@example.com`, siteKey: KEY, ...place })
      idOf[name] = id
    }
    // Marks the first mails as sent, as if an admin had sent them by hand.
    for (const mail of await claim(db)) await finish(db, mail)
  })

  const closed = () => db.valueAs<Closed[]>(admin, 'select public.list_closed_calls()')
  const asked = async () => (await closed()).filter(({ is_asked }) => is_asked).map(({ name }) => name)
  const range = () => [dates[0], dates.at(-1)]
  const times = (slot = nine) => [{ date: later, time_slot_id: slot }]
  /**
   * Records that an admin sent the text for this call. Returns the revision for Undo, or null if
   * the call was left out.
   */
  const say = async ({ id, revision }: Closed) => {
    const proposal = { id: randomUUID(), request_id: id, revision, subject: null, body: null, times: times() }
    const sent = await db.valueAs<Record<string, number | null>>(
      admin,
      'select public.send_proposals($1::text::jsonb)',
      JSON.stringify([proposal]),
    )
    return sent[id] ?? null
  }
  const undo = (id: string, revision: number | null) =>
    db.valueAs(admin, 'select public.undo_act($1, $2)', id, revision)
  const page = (name: string) =>
    db.valueAs<Record<string, unknown>>(
      visitor,
      'select public.get_managed_booking($1, $2)',
      ...[KEY, idOf[name]],
    )
  const isAskedBy = async (name: string) => (await page(name)).is_proposed
  const byVisitor = async (act: string, name: string, ...params: unknown[]) => {
    const { link_version, calendar_sequence } = await page(name)
    const places = params.map((_, at) => `, $${at + 5}`).join('')
    await db.valueAs(
      visitor,
      `select public.${act}_managed_booking($1, $2, $3, $4${places})`,
      ...[KEY, idOf[name], link_version, calendar_sequence, ...params],
    )
  }
  const keep = (name: string) =>
    db.rowsAs(admin, 'select public.keep_calls($1::text::uuid[])', `{${idOf[name] ?? ''}}`)
  const toTell = async () =>
    (await db.valueAs<{ id: string }[]>(admin, 'select public.get_calls_to_tell()')).map(({ id }) => id)

  test('an admin without a mail server closes a week with calls: asks by hand, undoes, asks again', async () => {
    const mails = () => db.value<number>('select count(*)::int from private.outbox')
    const before = await mails()
    await db.rowsAs(admin, 'select public.close_dates($1, $2)', ...range())
    expect(await asked(), 'closing asks nobody').toEqual([])
    const seen = await closed()
    expect(seen.map(({ name }) => name).toSorted()).toEqual(names.toSorted())

    // Another admin moves one of the calls while the first admin sends the texts.
    const moved = seen.find(({ name }) => name === 'Moved by us')
    const state = await db.value(
      'select private.booking_state(b) from public.bookings b where id = $1',
      moved?.id,
    )
    await db.rowsAs(
      admin,
      'select public.move_booking($1, $2::text::jsonb, $3, $4, $5, true)',
      ...[moved?.id, JSON.stringify(state), later, '11:00', '12:00'],
    )
    const queued = await mails()
    const said = new Map<string, number | null>()
    for (const call of seen) said.set(call.id, await say(call))
    expect([...said].filter(([, revision]) => revision === null)).toEqual([[moved?.id, null]])
    expect((await asked()).length).toBe(6)
    for (const [id, revision] of said) if (revision !== null) await undo(id, revision)
    expect(await asked(), 'taken back').toEqual([])
    expect(await isAskedBy('Kept')).toBe(false)
    for (const call of await closed()) expect(await say(call), call.name).not.toBeNull()
    expect((await asked()).length, 'asked again').toBe(6)
    expect(await mails(), 'the site writes none').toBe(queued)
    expect(queued - before, 'but for the moved call').toBeLessThanOrEqual(1)

    await byVisitor('move', 'Moves', await dateIn(db, 21), nine)
    await byVisitor('move', 'Moves too', await dateIn(db, 21), eleven)
    await byVisitor('cancel', 'Cancels')
    await byVisitor('move', 'Takes', later, nine)
    await keep('Kept')
    expect(await page('Moves'), 'waits for a confirmation').toMatchObject({ status: 'pending' })
    expect(await page('Takes'), 'confirmed by taking it').toMatchObject({ status: 'confirmed' })
    expect(await page('Kept')).toMatchObject({ status: 'confirmed', is_proposed: false })
    expect(await toTell(), 'nobody has told them that it stays').toContain(idOf.Kept)
    expect(await asked()).toEqual(['Silent'])

    const turn = await db.value<boolean>(
      `select ours_from = lower(b.period) at time zone 'Pacific/Auckland' - interval '48 hours'
       from public.requests r join public.bookings b using (id) where id = $1`,
      idOf.Silent,
    )
    expect(turn, 'who does nothing is ours again 48 hours before').toBe(true)

    await db.rowsAs(admin, 'select public.reopen_dates($1, $2)', ...range())
    expect(await isAskedBy('Silent'), 'opening alone ends no proposal').toBe(true)
    await keep('Silent')
    expect(await page('Silent')).toMatchObject({ status: 'confirmed', is_proposed: false })
    expect(await toTell()).toContain(idOf.Silent)
  })
})
