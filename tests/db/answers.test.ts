import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, storeSiteKey } from './fixtures'
import { addOther, admin, adminId, errorCode, other, otherId, visitor } from './test-database'

const key = 'the key of this site'

onPostgres((db) => {
  const slots: string[] = []
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await storeSiteKey(db, key)
    slots.length = 0
    for (let hour = 9; hour < 17; hour++)
      slots.push(await addDailySlot(db, `${String(hour).padStart(2, '0')}:00`, `${hour + 1}:00`))
    await addOther(db)
  })

  const call = async (name: string, days: number, nth: number) => {
    const date = await dateIn(db, days)
    return (await book(db, { name, email: `${name}@example.com`, date, slot: slots[nth], siteKey: key })).id
  }
  const message = async (name: string) =>
    (await inquire(db, { name, email: `${name}@example.com`, siteKey: key })).id
  const set = (id: string, status: string, caller = admin) =>
    db.rowsAs(
      caller,
      `update public.${['confirmed', 'cancelled', 'pending'].includes(status) ? 'bookings' : 'inquiries'}
       set status = $2 where id = $1 returning 1`,
      id,
      status,
    )
  const waiting = (id: string) =>
    db.value<string | null>(
      `select case when over_from > now() and ours_from <= now() then ours_from end from public.requests where id = $1`,
      id,
    )
  test('an admin assigns a request to a founder, not to another account, and the history names the founder', async () => {
    const id = await message('ana')
    let seen: string | null = null
    const give = async (owner: string | null) => {
      await db.rowsAs(
        admin,
        `select public.set_owner($1, $2, jsonb_build_object('owner', $3::uuid))`,
        ...[id, owner, seen],
      )
      seen = owner
    }
    await give(otherId)
    await give(adminId)
    await give(null)
    await db.rows(`insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
      values ('00000000-0000-4000-8000-0000000000a3', 'member@studio.test', 'x', '{}', '{}')`)
    expect(await errorCode(give('00000000-0000-4000-8000-0000000000a3'))).toBe('no_such_admin')
    expect(
      await db.rowsAs(admin, `select kind, what from public.request_events where kind = 'owner' order by id`),
    ).toEqual([
      { kind: 'owner', what: 'other@studio.test' },
      { kind: 'owner', what: 'admin@studio.test' },
      { kind: 'owner', what: null },
    ])
    await give(otherId)
    await db.rows('delete from auth.users where id = $1', otherId)
    expect(await db.value('select owner from public.requests where id = $1', id)).toBeNull()
  })

  test('an admin cannot take a request that the other founder has just taken, and reads who has it', async () => {
    const id = await message('ana')
    const give = (owner: string | null, seen: string | null, caller = admin) =>
      db.rowsAs(
        caller,
        `select public.set_owner($1, $2, jsonb_build_object('owner', $3::uuid))`,
        id,
        owner,
        seen,
      )
    const owner = () => db.value('select owner from public.requests where id = $1', id)
    await give(otherId, null, other)
    expect(await errorCode(give(adminId, null))).toBe('owner_changed')
    expect(await errorCode(give(null, adminId))).toBe('owner_changed')
    const unseen = db.rowsAs(admin, 'select public.set_owner($1, $2)', id, adminId)
    expect(await errorCode(unseen), 'it does not say who had it').toBe('owner_changed')
    expect(await owner()).toBe(otherId)
    await give(otherId, null) // the same press again, after a lost response
    await give(adminId, otherId)
    expect(await owner()).toBe(adminId)
  })

  describe('notes', () => {
    const note = '00000000-0000-4000-8000-0000000000f1'
    const add = (id: string, body: string, caller = admin) =>
      db.rowsAs(caller, 'select public.add_note($1, $2, $3)', note, id, body)
    const bodies = () => db.rowsAs(other, 'select body, author from public.request_notes')

    test('both founders read a note; only its author may edit or delete it; a repeated save stores it once', async () => {
      const id = await message('ana')
      await add(id, 'Call her first')
      await add(id, 'Call her first')
      expect(await bodies()).toEqual([{ body: 'Call her first', author: adminId }])
      const edit = (caller = admin) =>
        db.rowsAs(caller, 'select public.edit_note($1, $2)', note, 'Call her on Monday')
      expect(await errorCode(edit(other))).toBe('not_your_note')
      expect(await errorCode(db.rowsAs(other, 'select public.delete_note($1)', note))).toBe('not_your_note')
      await edit()
      await edit() // pressed again after a lost response
      expect(await bodies()).toMatchObject([{ body: 'Call her on Monday' }])
      await db.rowsAs(admin, 'select public.delete_note($1)', note)
      expect(await bodies()).toEqual([])
      expect(
        await db.rowsAs(
          admin,
          `select what, after from public.request_events where kind = 'note' order by id`,
        ),
      ).toEqual(['added', 'edited', 'deleted'].map((what) => ({ what, after: null })))
    })

    test('the id of another request’s note is refused, and the note stays', async () => {
      await add(await message('ana'), 'Call her first')
      const another = await message('bea')
      expect(await errorCode(add(another, 'Call him first'))).toBe('not_your_note')
      expect(await errorCode(add(another, 'Call her first'))).toBe('not_your_note')
      expect(await bodies()).toEqual([{ body: 'Call her first', author: adminId }])
    })

    test.each([
      ['nothing', ''],
      ['only spaces', '  '],
      ['5,001 characters', 'x'.repeat(5001)],
      ['a control character', 'a\u0007b'],
    ])('a note of %s is refused', async (_, body) => {
      expect(await errorCode(add(await message('ana'), body))).toBe('23514')
    })

    test('erasing a person deletes the notes on their requests, and nobody can add new ones', async () => {
      const id = await message('ana')
      await add(id, 'Call her first')
      await db.rowsAs(admin, `select public.erase_person('ANA@example.com')`)
      expect(await bodies()).toEqual([])
      expect(await errorCode(add(id, 'She called'))).toBe('request_gone')
      expect(await db.rows('select 1 from public.request_events where request_id = $1', id)).toEqual([])
    })
  })

  describe('Undo', () => {
    const newest = (id: string) =>
      db.value<number>('select max(revision) from public.request_events where request_id = $1', id)
    const undo = (id: string, revision: number | null, who = admin) =>
      db.valueAs<string>(who, 'select public.undo_act($1, $2)', id, revision)
    const answered = (id: string, who = admin) =>
      db.valueAs<number | null>(who, 'select public.set_answered($1, true)', id)
    const asked = (id: string, who = admin) =>
      db.valueAs<number | null>(who, 'select public.set_answered($1, false)', id)

    test('Undo of a noted answer makes the visitor wait again; a repeated Undo changes nothing', async () => {
      const id = await message('ana')
      const revision = await answered(id)
      expect(await waiting(id)).toBeNull()
      expect(await undo(id, revision)).toBe('undone')
      expect(await waiting(id)).not.toBeNull()
      expect(await undo(id, revision)).toBe('undone')
      expect(await db.rows(`select 1 from public.request_events where kind = 'undone'`)).toHaveLength(1)
    })

    test('Undo of a noted answer keeps the visitor answered if the other founder has replied since', async () => {
      const id = await message('ana')
      const revision = await answered(id)
      await set(id, 'replied', other)
      expect(await undo(id, revision)).toBe('undone')
      expect(await waiting(id)).toBeNull()
    })

    test('Undo cannot revert the other founder’s answer when one’s own press changed nothing', async () => {
      const id = await message('ana')
      expect(await answered(id, other)).not.toBeNull()
      expect(await answered(id)).toBeNull()
      const call = await message('ben')
      await set(call, 'replied')
      expect(await asked(call, other)).not.toBeNull()
      expect(await asked(call)).toBeNull()
    })

    test('Undo of ‘They answered’ after the visitor moved the call still leaves the move to answer', async () => {
      const id = await call('ana', 3, 0)
      await set(id, 'confirmed')
      const revision = await asked(id)
      const move = 'select public.move_managed_booking($1, $2, 1, 1, $3::date, $4)'
      await db.rowsAs(visitor, move, key, id, await dateIn(db, 4), slots[0])
      expect(await undo(id, revision)).toBe('undone')
      expect(await waiting(id)).not.toBeNull()
    })

    test('only the founder who pressed ‘Told’ can undo it, while the visitor knows nothing newer', async () => {
      const both = [await call('ana', 3, 0), await call('ben', 3, 1)]
      for (const id of both) await set(id, 'confirmed')
      const listed = () =>
        db.valueAs<{ id: string; state: object }[]>(admin, 'select public.get_calls_to_tell()')
      const seen = Object.fromEntries((await listed()).map(({ id, state }) => [id, state]))
      const [first = '', second = ''] = both
      const tell = (who: typeof admin, ids: string[]) =>
        db.valueAs<Record<string, { revision: number | null }>>(
          who,
          'select public.set_known($1::text::uuid[], $2)',
          `{${ids.join()}}`,
          seen,
        )
      const others = await tell(other, [first])
      const mine = await tell(admin, both)
      expect(await listed()).toEqual([])
      expect(mine[first]?.revision, 'it was told already').toBeNull()
      expect(await undo(second, mine[second]?.revision ?? null)).toBe('undone')
      expect(await listed()).toHaveLength(1)
      expect(await undo(first, others[first]?.revision ?? null, other)).toBe('undone')
      expect(await listed()).toHaveLength(2)
    })

    test('Undo of a confirmation keeps the new time if the other founder has moved the call since', async () => {
      const id = await call('ana', 30, 0)
      await set(id, 'confirmed')
      const revision = await newest(id)
      const seen = await db.value(
        'select private.booking_state(b)::text from public.bookings b where id = $1',
        id,
      )
      const move = `select public.move_booking($1, $2::text::jsonb, $3, '12:00', '13:00')`
      await db.rowsAs(other, move, id, seen, await dateIn(db, 31))
      expect(await undo(id, revision)).toBe('undone')
      expect(await db.rows('select status, date::text from public.bookings')).toEqual([
        { status: 'pending', date: await dateIn(db, 31) },
      ])
    })

    test.each([
      ['changed_meanwhile', 'a confirmation, when a colleague has set it to pending and confirmed it since'],
      ['visitors_act', 'what the visitor did'],
      ['act_of_database', 'what was done in SQL'],
      ['is_undo', 'an Undo'],
      ['nothing_to_undo', 'a note'],
      ['slot_taken', 'a cancellation, when another call has its time'],
      ['slot_gone', 'a move, when its earlier time was deleted'],
      ['date_past', 'a move, when its earlier time has passed'],
      ['request_gone', 'anything of an erased person'],
    ])('an Undo is refused (%s) of %s', async (code) => {
      const id = await call('ana', 30, 0)
      let revision = await newest(id)
      if (code !== 'visitors_act') {
        await set(id, code === 'slot_taken' ? 'cancelled' : 'confirmed')
        revision = await newest(id)
      }
      const elsewhere = async () => {
        const seen = await db.value(
          'select private.booking_state(b)::text from public.bookings b where id = $1',
          id,
        )
        const move = `select public.move_booking($1, $2::text::jsonb, $3, '12:00', '13:00')`
        return db.valueAs<number>(admin, move, id, seen, await dateIn(db, 31))
      }
      if (code === 'changed_meanwhile')
        for (const status of ['pending', 'confirmed']) await set(id, status, other)
      else if (code === 'act_of_database') {
        await db.rows(`update public.bookings set status = 'pending'`)
        revision = await newest(id)
      } else if (code === 'is_undo') {
        await undo(id, revision)
        revision = await newest(id)
      } else if (code === 'nothing_to_undo') {
        await db.rowsAs(admin, `select public.add_note(gen_random_uuid(), $1, 'Call her')`, id)
        revision = await newest(id)
      } else if (code === 'slot_taken') await call('ben', 30, 0)
      else if (code === 'slot_gone') {
        revision = await elsewhere()
        await db.rows('delete from public.recurring_availability where time_slot_id = $1', slots[0])
        await db.rows('delete from public.time_slots where id = $1', slots[0])
      } else if (code === 'date_past') {
        revision = await elsewhere()
        await db.rows(
          `update public.request_events set before = before || jsonb_build_object('date', private.studio_today() - 1) where revision = $1`,
          revision,
        )
      } else if (code === 'request_gone')
        await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      const before = await db.rows('select status, date, revision from public.bookings order by id')
      expect(await errorCode(undo(id, revision))).toBe(code)
      expect(await db.rows('select status, date, revision from public.bookings order by id')).toEqual(before)
    })
  })

  test('an admin sets and undoes the outcome of a call that has begun; the outcome ‘lost’ has a reason', async () => {
    const id = await call('ana', 30, 0)
    const say = (outcome: string | null, reason: string | null = null) =>
      db.rowsAs(admin, 'select public.set_outcome($1, $2, $3)', id, outcome, reason)
    await set(id, 'confirmed')
    expect(await errorCode(say('held'))).toBe('call_not_held')
    await db.rows(`update public.bookings set date = '2026-11-10' where id = $1`, id)
    const said = () => db.rows('select outcome, outcome_reason from public.requests where id = $1', id)
    await say('lost', 'Too dear')
    expect(await said()).toEqual([{ outcome: 'lost', outcome_reason: 'Too dear' }])
    await say('held')
    expect(await said()).toEqual([{ outcome: 'held', outcome_reason: null }])
    await say(null)
    expect(await said()).toEqual([{ outcome: null, outcome_reason: null }])
    for (const [outcome, reason] of [
      ['won', null],
      ['held', 'Nice'],
      ['lost', 'x'.repeat(201)],
    ] as const)
      expect(await errorCode(say(outcome, reason)), `${outcome} ${reason?.length}`).toBe('23514')
  })

  test('erasing a person deletes the reason why their call was lost', async () => {
    const id = await call('ana', 30, 0)
    await set(id, 'confirmed')
    await db.rows(`update public.bookings set date = '2026-11-10' where id = $1`, id)
    await db.rowsAs(admin, `select public.set_outcome($1, 'lost', 'She is ill')`, id)
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await db.rows('select outcome, outcome_reason from public.requests')).toEqual([
      { outcome: 'lost', outcome_reason: null },
    ])
  })

  test('a person’s requests are listed together, whatever the case of the e-mail address', async () => {
    await message('ana')
    await inquire(db, { email: 'ANA@Example.com', siteKey: key })
    await call('ana', 30, 0)
    await message('ben')
    const list = await db.rowsAs(
      admin,
      `select type from public.list_person('ana@EXAMPLE.com') order by type`,
    )
    expect(list).toEqual([{ type: 'booking' }, { type: 'inquiry' }, { type: 'inquiry' }])
    expect(await db.rowsAs(admin, `select type from public.list_person('erased@erased.invalid')`)).toEqual([])
  })

  test('a stranger who sends a request with a client’s address does not end that client’s wait', async () => {
    const [asked, proposed] = [await message('ana'), await call('ana', 30, 0)]
    await set(asked, 'replied')
    await db.rowsAs(
      admin,
      `select public.send_reply(gen_random_uuid(), $1, (select revision from public.bookings where id = $1), 'propose')`,
      proposed,
    )
    const list = (view: string) =>
      db.rowsAs<{ id: string; status: string }>(
        admin,
        `select id, status from public.admin_requests where is_${view}`,
      )
    const counts = () => db.valueAs(admin, 'select public.count_views()')
    expect(await counts()).toMatchObject({ their_turn: 2, to_answer: 0 })
    const stranger = (await inquire(db, { email: 'ANA@example.com', siteKey: key })).id

    expect(await counts()).toMatchObject({ their_turn: 2, to_answer: 1 })
    expect((await list('to_answer')).map(({ id }) => id)).toEqual([stranger])
    expect(
      await db.rowsAs(
        admin,
        `select id from public.list_person('ana@example.com') where id in ($1, $2)`,
        asked,
        proposed,
      ),
    ).toHaveLength(2)
    expect(await list('upcoming')).toMatchObject([{ id: proposed, status: 'pending' }])
    // The client gets a mail about the stranger's request.
    expect(
      await db.value(
        `select count(*)::int from private.outbox where request_id = $1 and recipient = 'visitor'`,
        stranger,
      ),
    ).toBe(1)
  })

  test('every change of a request gives the request a new revision', async () => {
    const id = await call('ana', 30, 0)
    const revision = () => db.value<number>('select revision from public.bookings where id = $1', id)
    const before = await revision()
    await set(id, 'confirmed')
    const confirmed = await revision()
    expect(confirmed).toBeGreaterThan(before)
    await db.rowsAs(admin, 'select public.set_owner($1, $2)', id, otherId)
    expect(await revision()).toBeGreaterThan(confirmed)
  })
})
