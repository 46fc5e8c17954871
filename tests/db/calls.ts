/** Creates a call and lets tests act on it by named acts, such as 'confirm' or 'visitor moves'. */
import { randomUUID } from 'node:crypto'
import { setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, setSettings, videoRoom } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, pass, useKey } from './mails'
import { admin, type TestDatabase, visitor } from './test-database'

export interface Untold {
  id: string
  state: Record<string, unknown>
  known: Record<string, unknown> | null
  difference: string[]
  revision: number
  is_closed: boolean
  waits: boolean
  location: string | null
}

/**
 * For a `describe`: before its tests, creates a call at 09:00 in nine days. With `isMailed`, its
 * first mails are already sent.
 */
export function useCall(db: TestDatabase, { isMailed = true } = {}) {
  const call = { id: '', day: '', other: '', nine: '', eleven: '' }
  let held: ClaimedMail[] = []
  let shown: Untold[] = []
  let reply = ''
  setUpOnce(db, async () => {
    await emptySchedule(db)
    call.nine = await addDailySlot(db, '09:00', '10:00')
    call.eleven = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    call.day = await dateIn(db, 9)
    call.other = await dateIn(db, 16)
    call.id = (await book(db, { date: call.day, slot: call.nine, siteKey: KEY })).id
    if (isMailed) for (const mail of await claim(db)) await finish(db, mail)
  })

  /** Sends the mails that are due within a minute, and returns them. */
  const send = async (result?: Parameters<typeof finish>[2]) => {
    await pass(db, '60 seconds')
    const claimed = await claim(db)
    for (const mail of claimed) await finish(db, mail, result)
    return claimed
  }
  const untold = () => db.valueAs<Untold[]>(admin, 'select public.get_calls_to_tell()')
  /**
   * Records that the visitors know the calls of a list. Returns the ids of calls that changed since
   * the list was read.
   */
  const tell = async (seen: Untold[]) => {
    const told = await db.valueAs<Record<string, { is_left: boolean }>>(
      admin,
      'select public.set_known($1::text::uuid[], $2::text::jsonb)',
      ...[`{${call.id}}`, JSON.stringify(Object.fromEntries(seen.map(({ id, state }) => [id, state])))],
    )
    return Object.keys(told).filter((id) => told[id]?.is_left)
  }
  const set = (column: 'status' | 'location', value: string | null) =>
    db.rowsAs(
      admin,
      `update public.bookings set ${column} = $1 where id = $2 returning id`,
      ...[value, call.id],
    )
  const move = async (date: string, start: string, end: string) => {
    const seen = await db.value(
      'select private.booking_state(b) from public.bookings b where id = $1',
      call.id,
    )
    await db.rowsAs(
      admin,
      'select public.move_booking($1, $2::text::jsonb, $3, $4, $5, true)',
      ...[call.id, JSON.stringify(seen), date, start, end],
    )
  }
  const byVisitor = async (act: string, ...params: unknown[]) => {
    const [row] = await db.rows(
      'select link_version, calendar_sequence from public.bookings where id = $1',
      call.id,
    )
    const places = params.map((_, n) => `, $${n + 5}`).join('')
    await db.valueAs(
      visitor,
      `select public.${act}_managed_booking($1, $2, $3, $4${places})`,
      ...[KEY, call.id, row?.link_version, row?.calendar_sequence, ...params],
    )
  }
  const answer = async (kind: string, text: string | null, slots: string[] = []) => {
    reply = randomUUID()
    const revision = await db.value('select revision from public.bookings where id = $1', call.id)
    await db.rowsAs(
      admin,
      'select public.send_reply($1, $2, $3, $4, $5, $6, $7::text::jsonb)',
      ...[reply, call.id, revision, kind, text, text],
      JSON.stringify(slots.map((slot) => ({ date: call.other, time_slot_id: slot }))),
    )
  }
  /** Undoes the newest act whose event matches the SQL condition `which`. */
  const undo = async (which: string) =>
    db.rowsAs(
      admin,
      'select public.undo_act($1, $2)',
      call.id,
      await db.value(
        `select max(revision) from public.request_events where request_id = $1 and ${which}`,
        call.id,
      ),
    )
  const usual = (name: string) => setSettings(db, videoRoom(name, 'https://meet.example/call'))
  const finishHeld = async (result?: Parameters<typeof finish>[2]) => {
    for (const mail of held) await finish(db, mail, result)
  }

  const acts: Record<string, () => Promise<unknown>> = {
    confirm: () => set('status', 'confirmed'),
    pend: () => set('status', 'pending'),
    cancel: () => set('status', 'cancelled'),
    move: () => move(call.day, '11:00', '12:00'),
    'move away': () => move(call.other, '11:00', '12:00'),
    'move back': () => move(call.day, '09:00', '10:00'),
    'make it longer': () => move(call.day, '09:00', '10:30'),
    'to the café': () => set('location', 'The café'),
    'to room 2': () => set('location', 'Room 2'),
    'to the usual place': () => set('location', null),
    'another usual place': () => usual('The new room'),
    'a third usual place': () => usual('The third room'),
    'mail the place': () => db.rowsAs(admin, 'select public.mail_location($1::text::uuid[])', `{${call.id}}`),
    close: () => db.rowsAs(admin, 'select public.close_dates($1, $1)', call.day),
    open: () => db.rowsAs(admin, 'select public.reopen_dates($1, $1)', call.day),
    /** Undoes the act 'open'. */
    'close again': () =>
      db.rowsAs(
        admin,
        `select public.restore_dates($1::text::jsonb, '[]')`,
        JSON.stringify([{ date: call.day }]),
      ),
    look: async () => (shown = await untold()),
    told: async () => tell(await untold()),
    'told as seen': () => tell(shown),
    /** Undoes 'Told'. If the visitor has learnt something newer since, the database refuses. */
    untell: async () =>
      undo(`kind = 'told'`).catch((error: Error) => {
        if (error.message !== 'changed_meanwhile') throw error
      }),
    'visitor moves': () => byVisitor('move', call.other, call.nine),
    'visitor moves back': () => byVisitor('move', call.day, call.nine),
    'visitor moves to eleven': () => byVisitor('move', call.day, call.eleven),
    'visitor moves again': () => byVisitor('move', call.other, call.eleven),
    'visitor cancels': () => byVisitor('cancel'),
    'new address': () =>
      db.rows(`update public.bookings set email = 'new@example.com' where id = $1`, call.id),
    erase: () => db.rowsAs(admin, `select public.erase_person('ana@example.com')`),
    /** Proposes the slot that 'visitor moves' books; 'later' is that of 'visitor moves again'. */
    'mail a time': () => answer('propose', 'Hello', [call.nine]),
    'say a time': () => answer('propose', null, [call.nine]),
    'mail a later time': () => answer('propose', 'Hello', [call.eleven]),
    'say a later time': () => answer('propose', null, [call.eleven]),
    'mail two times': () => answer('propose', 'Hello', [call.nine, call.eleven]),
    ask: () => answer('propose', 'Another time?', [call.nine]),
    'stays when it was': () => db.rowsAs(admin, 'select public.keep_call($1)', call.id),
    'undo stays': () => undo(`kind = 'kept'`),
    'undo reply': () => undo(`form_id::text = '${reply}'`),
    'undo confirm': () => undo(`kind = 'confirmed'`),
    'undo cancel': () => undo(`kind = 'cancelled'`),
    send: () => send(),
    /** Sends the mails on a site that only saves mails as files. */
    keep: () => send({ outcome: 'sent', kept: true }),
    fail: () => send({ outcome: 'failed', error: '451' }),
    refuse: () => send({ outcome: 'refused', error: '550' }),
    begin: async () => {
      await pass(db, '60 seconds')
      held = await claim(db)
    },
    end: () => finishHeld(),
    'end as failed': () => finishHeld({ outcome: 'failed', error: '451' }),
    /** Four hours: a reminder is dropped if a mail went out within three hours before. */
    'hours later': () => pass(db, '4 hours'),
    /**
     * Makes the call begin in 24 hours, whatever its date: due_mails then covers a month instead of
     * a day.
     */
    remind: async () => {
      await db.rows(`create or replace function private.starts_at(p_booking public.bookings) returns timestamptz
        language sql stable set search_path = '' as $$ select now() + interval '24 hours' $$`)
      const view = await db.value<string>(`select pg_get_viewdef('private.due_mails'::regclass)`)
      await db.rows(
        `create or replace view private.due_mails with (security_invoker = true) as ${view.replace('25:00:00', '720:00:00')}`,
      )
    },
    /** Lets the lease of the mail that is being sent expire, so that its result stays unknown. */
    lose: () => pass(db, '12 minutes'),
  }
  for (const kind of ['confirm', 'propose', 'decline', 'answer', 'follow_up']) {
    /** 'say': the admin sent the answer from their own mail program. 'mail': the site sends it. */
    acts[`say ${kind}`] = () => answer(kind, null)
    acts[`mail ${kind}`] = () => answer(kind, 'Hello')
  }

  /** Runs acts by their names, such as 'confirm, send, move'. */
  const does = async (done: string) => {
    for (const name of done.split(', ').filter(Boolean)) {
      const act = acts[name]
      if (!act) throw new Error(`There is no act '${name}'`)
      await act()
    }
  }
  const listed = async () =>
    (await untold())
      .map(({ difference, waits }) => `${difference.join(' and ')}${waits ? ', waits' : ''}`)
      .join('; ')
  const mailed = async () => {
    const sent: string[] = []
    for (let minute = 0; minute < 3; minute++)
      for (const { recipient, kind, known_start_time: was, reply } of await send())
        sent.push(
          `${recipient}: ${kind}${reply && kind !== 'reply' ? ' with words' : ''}${was ? ` (was ${was as string})` : ''}`,
        )
    return sent.toSorted()
  }
  const turn = () =>
    db.value<string>(
      `select case when over_from <= now() then 'nobody' when ours_from <= now() then 'ours' else 'theirs' end
       from public.requests where id = $1`,
      call.id,
    )

  return { call, does, listed, mailed, turn, untold, tell, send }
}
