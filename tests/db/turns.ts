/** Creates a call or a message, lets tests act on it by named acts, and reads whose turn it is. */
import { createHash, randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, listAt } from './fixtures'
import { claim, finish, KEY, pass, useKey } from './mails'
import { admin, type TestDatabase, visitor } from './test-database'

const hash = (of: string) => createHash('sha256').update(of, 'utf8').digest('hex')

/** Who must act next on a request at a moment, since when, why, and the tabs that list the request. */
export interface TurnRead {
  turn: 'ours' | 'theirs' | 'nobody'
  why: string
  /**
   * The start of the turn: 'now', '-72 h', '48 h before' (the call), 'half' (of the time until the
   * call), …
   */
  since: string
  /** The views that have the request, without 'all'; and 'overdue' if it counts as overdue. */
  views: string
}

const ofOffers = ['withdraw', 'accept', 'accept by email', 'decline']

/**
 * For a `describe`. The returned `begin` creates a message, or a call at 09:00 in nine days. `isFirstRelease` is
 * true on a database of 1.0.0.
 */
export function useTurns(db: TestDatabase, isFirstRelease = false) {
  const it = { id: '', kind: 'booking' as 'booking' | 'inquiry', email: '', day: '', other: '' }
  const slots = { nine: '', eleven: '' }
  let opened: object[] = []
  let replies: string[] = []
  let offer = ''
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slots.nine = await addDailySlot(db, '09:00', '10:00')
    slots.eleven = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    await db.rows(`update private.submission_caps set max = 100000`)
    it.email = 'ana@example.com'
    it.day = await dateIn(db, 9)
    it.other = await dateIn(db, 16)
  })

  const forget = () => {
    replies = []
    opened = []
    offer = ''
  }
  beforeEach(forget)

  async function begin(kind: 'call' | 'message') {
    forget()
    if (kind === 'call') {
      it.kind = 'booking'
      it.id = (await book(db, { date: it.day, slot: slots.nine, siteKey: KEY })).id
    } else {
      it.kind = 'inquiry'
      it.id = (await inquire(db, { siteKey: KEY })).id
    }
  }

  /** Moves all acts `span` (such as '3 days') into the past. Calls keep their times. */
  async function wait(span: string) {
    const [count = '', unit = ''] = span.split(' ')
    const interval = `${Number(count) * (unit.startsWith('day') ? 24 : 1)} hours`
    await pass(db, interval)
    const earlier = (table: string, ...columns: string[]) =>
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${interval}'`).join()}`
    await db.rows(
      `with events as (${earlier('public.request_events', 'at', 'waits_until')}),
         bookings as (${earlier('public.bookings', 'created_at')})
         ${isFirstRelease ? '' : `, closed as (${earlier('public.closed_dates', 'closed_at')})`}
       ${earlier('public.inquiries', 'created_at')}`,
    )
    await db.rows(`select private.update_turn(id) from public.requests`)
  }

  const table = () => (it.kind === 'booking' ? 'bookings' : 'inquiries')
  const set = (status: string) =>
    db.rowsAs(admin, `update public.${table()} set status = $2 where id = $1 returning 1`, it.id, status)
  const press = (name: string, ...more: unknown[]) =>
    db.rowsAs(
      admin,
      `select public.${name}($1${more.map((_, n) => `, $${n + 2}`).join('')})`,
      ...[it.id, ...more],
    )
  async function answer(kind: string, text: string | null, slots: string[] = []) {
    const id = randomUUID()
    const revision = await db.value(`select revision from public.${table()} where id = $1`, it.id)
    const times = slots.map((slot) => ({ date: it.other, time_slot_id: slot }))
    await callAsAdmin('send_reply', id, it.id, revision, kind, text, text, JSON.stringify(times))
    replies.push(id)
  }
  /** Undoes the newest act of these kinds, or the act with the form id `form`. */
  async function undo(kinds: string, form?: string) {
    const revision = await db.value<number | null>(
      `select max(revision) from public.request_events where request_id = $1 and (form_id = $2 or $2 is null and kind = any ($3::text[]))`,
      ...[it.id, form ?? null, `{${kinds}}`],
    )
    await callAsAdmin('undo_act', it.id, revision)
  }
  /** Undoes the admins' newest act that is not undone yet. */
  const undoLast = async () =>
    callAsAdmin(
      'undo_act',
      it.id,
      await db.value(
        `select max(revision) from public.request_events e
         where request_id = $1 and actor like '%@%' and undoes is null and not private.is_undone(e.id)`,
        it.id,
      ),
    )
  const callAsAdmin = (name: string, ...params: unknown[]) => {
    const places = params.map((param, n) => `$${n + 1}${isJson(param) ? '::text::jsonb' : ''}`)
    return db.rowsAs(admin, `select public.${name}(${places.join()})`, ...params)
  }
  const isJson = (param: unknown) => typeof param === 'string' && /^(\[|{")/.test(param)
  async function byVisitor(act: string, ...params: unknown[]) {
    const [row] = await db.rows(
      'select link_version, calendar_sequence from public.bookings where id = $1',
      it.id,
    )
    const places = params.map((_, n) => `, $${n + 5}`).join('')
    await db.valueAs(
      visitor,
      `select public.${act}_managed_booking($1, $2, $3, $4${places})`,
      ...[KEY, it.id, row?.link_version, row?.calendar_sequence, ...params],
    )
  }
  async function move(date: string, start: string, end: string) {
    const seen = await db.value('select private.booking_state(b) from public.bookings b where id = $1', it.id)
    await press('move_booking', seen, date, start, end, true)
  }
  const setSlot = (isAvailable: boolean) =>
    db.rowsAs(admin, 'select public.set_slot_availability($1, $2, $3)', it.day, slots.nine, isAvailable)
  const newestN = () =>
    db.value<number>('select max(version) from public.offer_versions where offer_id = $1', offer)
  async function sendOffer(mailed = true) {
    const [had] = await db.rows<{ id: string; draft_revision: number }>(
      'select id, draft_revision from public.offers where request_id = $1',
      it.id,
    )
    const draft = await db.valueAs<{ id: string; draft_revision: number }>(
      admin,
      `select public.save_offer_draft($1, '{"title": "An app"}', $2)`,
      ...[it.id, had?.draft_revision ?? 0],
    )
    offer = draft.id
    await db.rowsAs(
      admin,
      `select public.send_offer($1, $2, '{}', E'An offer\\n', 1380000, $3::date, $4)`,
      ...[offer, draft.draft_revision, await dateIn(db, 14), mailed],
    )
  }
  /** Sends the mails that are due within a minute. */
  async function send(result?: Parameters<typeof finish>[2]) {
    await pass(db, '60 seconds')
    for (const mail of await claim(db)) await finish(db, mail, result)
  }
  const acts: Record<string, () => Promise<unknown>> = {
    confirm: () => set('confirmed'),
    cancel: () => set('cancelled'),
    'to pending': () => set('pending'),
    read: () => set('read'),
    new: () => set('new'),
    replied: () => set('replied'),
    archive: () => set('archived'),
    'answered another way': () => press('set_answered', true),
    'no answer needed': () => press('set_answered', true, false),
    undo: undoLast,
    'undo answered': () => undo('elsewhere,not_needed'),
    'they answered': () => press('set_answered', false),
    'undo they answered': () => undo('asked'),
    'undo reply': () => undo('', replies.pop()),
    'undo first reply': () => undo('', replies.shift()),
    /** Proposes the slot that the visitor books in the act 'visitor moves'. */
    'mail a time': () => answer('propose', 'Hello', [slots.eleven]),
    'say a time': () => answer('propose', null, [slots.eleven]),
    ask: () => answer('propose', 'Another time?', [slots.eleven]),
    'stays when it was': () =>
      isFirstRelease
        ? db.rowsAs(admin, 'select public.keep_calls(array[$1::uuid])', it.id)
        : press('keep_call'),
    'undo first confirm': () => undo('confirmed'),
    'undo stays': () => undo('kept'),
    'visitor moves': () => byVisitor('move', it.other, slots.eleven),
    'visitor moves back': () => byVisitor('move', it.day, slots.nine),
    'visitor cancels': () => byVisitor('cancel'),
    move: () => move(it.other, '13:00', '14:00'),
    'move back': () => move(it.day, '09:00', '10:00'),
    'move to tomorrow': async () => move(await dateIn(db, 1), '12:00', '13:00'),
    close: () => db.rowsAs(admin, 'select public.close_dates($1, $1)', it.day),
    open: async () => {
      opened = await db.rows('select * from public.closed_dates where date = $1', it.day)
      await db.rowsAs(admin, 'select public.reopen_dates($1, $1)', it.day)
    },
    /** Undoes the act 'open'. */
    'close again': async () => {
      if (opened.length > 0) await callAsAdmin('restore_dates', JSON.stringify(opened), '[]')
    },
    'enable its slot': () => setSlot(true),
    'disable its slot': () => setSlot(false),
    told: async () =>
      callAsAdmin(
        'set_known',
        `{${it.id}}`,
        await db.value(
          'select jsonb_build_object(id, private.call_state(b))::text from public.bookings b where id = $1',
          it.id,
        ),
      ),
    untell: () => undo('told'),
    send: () => send(),
    keep: () => send({ outcome: 'sent', kept: true }),
    refuse: () => send({ outcome: 'refused', error: '550' }),
    'write again': () => inquire(db, { siteKey: KEY, message: 'Once more' }),
    'book again': () => book(db, { date: it.other, slot: slots.eleven, siteKey: KEY }),
    erase: () => callAsAdmin('erase_person', it.email),
    offer: () => sendOffer(),
    'offer by hand': () => sendOffer(false),
    withdraw: async () => callAsAdmin('withdraw_offer', offer, await newestN()),
    'undo accept by email': () => undo('accepted'),
    accept: async () =>
      db.valueAs(
        visitor,
        'select public.accept_offer($1, $2, 1, $3, $4, $5, $6, $7, 7)',
        ...[KEY, offer, await newestN(), hash('An offer\n'), 'Ana', it.email, 'I accept it.'],
      ),
    'accept by email': async () => callAsAdmin('record_acceptance', offer, await newestN(), 'Yes please.', 7),
    decline: async () =>
      db.valueAs(
        visitor,
        'select public.decline_offer($1, $2, 1, $3, $4, $5, $6)',
        ...[KEY, offer, await newestN(), hash('An offer\n'), it.email, 'Too soon'],
      ),
    /** The studio moves the call by SQL. */
    'is tomorrow': () =>
      db.rows(`update public.bookings set date = private.studio_today() + 1 where id = $1`, it.id),
    held: () => press('set_outcome', 'held'),
    'no show': () => press('set_outcome', 'no_show'),
    lost: () => press('set_outcome', 'lost'),
    'no outcome': () => press('set_outcome'),
    /** Moves the acts and the call eleven days into the past. Runs no triggers: nobody moves the call. */
    'eleven days pass': async () => {
      await wait('11 days')
      await db.rows(`set local session_replication_role = 'replica'`)
      await db.rows(
        `with call as (
           update public.bookings set date = date - 11, period = tsrange(lower(period) - interval '11 days', upper(period) - interval '11 days'),
             known = known || jsonb_build_object('date', (known ->> 'date')::date - 11)
           where id = $1 returning id, period)
         update public.requests r set starts = lower(call.period) from call where r.id = call.id`,
        it.id,
      )
      await db.rows('update public.closed_dates set date = date - 11')
      await db.rows('update public.availability set date = date - 11')
      await db.rows(`set local session_replication_role = 'origin'`)
      await db.rows(`select private.update_turn($1)`, it.id)
    },
    'is past': () =>
      db.rows(`update public.bookings set date = private.studio_today() - 2 where id = $1`, it.id),
    /** In SQL, because close_dates closes no past date. */
    'its past date is closed': async () => {
      await db.rows(
        'insert into public.closed_dates (date) select date from public.bookings where id = $1',
        it.id,
      )
      await db.rows(`select private.update_turn($1)`, it.id)
    },
  }
  for (const kind of [
    'confirm',
    'propose',
    'decline',
    'answer',
    'follow_up',
    'after_call',
    'offer',
    'offer_withdrawn',
  ]) {
    acts[`say ${kind}`] = () => answer(kind, null)
    acts[`mail ${kind}`] = () => answer(kind, 'Hello')
  }

  /** Runs acts by their names, such as 'confirm, wait 3 days, propose'. */
  async function does(done: string) {
    for (const name of done.split(', ').filter(Boolean)) {
      const act = acts[name]
      if (name.startsWith('wait ')) await wait(name.slice('wait '.length))
      else if (!offer && ofOffers.includes(name))
        throw Object.assign(new Error('no offer'), { code: 'P0001' })
      else if (name.endsWith(' reply') && replies.length === 0) continue
      else if (act) await act()
      else throw new Error(`There is no act '${name}'`)
    }
  }

  /**
   * Reads the turn of the request at `when`, an SQL expression over the request `r` and the call's
   * `starts_at`.
   */
  async function read(when = 'now()'): Promise<TurnRead> {
    const [row] = await db.rows<{
      moment: string
      today: string
      turn: TurnRead['turn']
      why: string
      since: string
    }>(
      `select moment::text, today::text, turn, turn_reason as why,
         case when since = now() then 'now'
           when since = starts_at - interval '48 hours' then '48 h before'
           when since = offer_ends then 'the offer ends'
           when abs(extract(epoch from since - (now() + make_interval(secs => extract(epoch from starts_at - now())::float8 / 2)))) < 0.001 then 'half'
           else round(extract(epoch from since - now()) / 3600) || ' h' end as since
       from (
         select *, (moment at time zone 'Pacific/Auckland')::date::timestamp as today,
           case when over_from <= moment then 'nobody' when ours_from <= moment then 'ours' else 'theirs' end as turn,
           case when over_from <= moment then over_from when ours_from <= moment then ours_from else theirs_from end as since
         from (
           select r.*, starts_at, (
             select private.end_of_day(v.valid_until) from public.offers o cross join private.newest_version(o.id) v
             where o.request_id = r.id) as offer_ends, ${when} as moment
           from public.requests r
           cross join lateral (select r.starts at time zone 'Pacific/Auckland' as starts_at) s
           where r.id = $1
         ) a
       ) b`,
      it.id,
    )
    if (!row) throw new Error('there is no such request')
    const found = await db.value<string[]>(
      `select to_json(array(
         select view from (${await listAt(db, '$1::text::timestamptz', '$2::text::timestamp')}) l
         cross join lateral (values (1, 'to_answer', is_to_answer), (2, 'their_turn', is_their_turn), (3, 'upcoming', is_upcoming),
           (4, 'past', is_past), (5, 'archived', is_archived)) views (nth, view, has)
         where l.id = $3 and has order by nth))`,
      ...[row.moment, row.today, it.id],
    )
    const [request] = await db.rows<{ listed: boolean; overdue: boolean }>(
      `select
         $1::uuid = any (array(select id from public.requests
           where ours_from <= $2::text::timestamptz and over_from > $2::text::timestamptz order by due_at limit 6)) as listed,
         (select due_at < $2::text::timestamptz and turn_reason in ('booked', 'wrote', 'moved', 'asked', 'accepted')
           from public.requests where id = $1) as overdue`,
      ...[it.id, row.moment],
    )
    if (request?.listed !== found.includes('to_answer')) throw new Error('the strip has others than the view')
    if (row.turn === 'ours' && request.overdue) found.push('overdue')
    const { turn, why, since } = row
    return { turn, why, since, views: found.join(' ') }
  }

  return { it, slots, begin, does, read }
}
