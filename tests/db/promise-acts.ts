/** Draws acts of admins, visitors and the site, and does them in the database and in the model of promise.ts. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { brokenBy } from '../log-invariants'
import { addSlot, dateIn, emptySchedule } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, pass, useKey } from './mails'
import * as model from './promise'
import type { Work } from './sessions'
import { addOther, admin, other, type TestDatabase, visitor } from './test-database'

const listOf = (acts: string) => acts.split(', ')
const ofAdmins = listOf(
  'book for, confirm, confirm, cancel, set to pending, propose, propose, move, keep, keep, close, close, open, hours, erase, undo, undo, undo',
)
const ofVisitors = listOf('book, book, book, take, take, move, cancel, erase own')
const ofNoCall = listOf('book, book for, close, open, hours, erase')
/** The acts that succeed when they are sent again, because their response was lost. */
const repeatable = listOf('book, book for, propose, undo, hours, erase, close, open, take')
/** How the mails that a site has claimed come to an end: the result that the site stores, if any, and whether they are read. */
const fates: Record<string, { result?: Parameters<typeof finish>[2]; isRead: boolean }> = {
  send: { result: { outcome: 'sent' }, isRead: true },
  'keep as files': { result: { outcome: 'sent', kept: true }, isRead: false },
  fail: { result: { outcome: 'failed', error: '451' }, isRead: false },
  lose: { isRead: false },
  'lose but arrive': { isRead: true },
}
const ofSite = ['claim', 'claim', 'claim', 'send', 'send', ...Object.keys(fates)]
const HOURS = [[0, 1, 2], [0, 2], [1], []] // prettier-ignore

/**
 * An act as it is drawn. With `isStale` the person acts on what they saw when they last acted; with `isRepeated` the
 * response is lost, so that they send the same again.
 */
type Flags = { isStale: boolean; isRepeated: boolean }
export type Drawn = Flags & { by: number; does: string; day: number; slot: number; nth: number; who: number }
const drawn = (by: fc.Arbitrary<number>, verbs: string[]): fc.Arbitrary<Drawn> =>
  fc.record({
    ...{ by, does: fc.constantFrom(...verbs), day: fc.nat(1), slot: fc.nat(2), nth: fc.nat(11) },
    ...{ who: fc.integer({ min: 2, max: 4 }), isStale: fc.boolean(), isRepeated: fc.boolean() },
  })
export const ofPeople = fc.oneof(
  drawn(fc.nat(1), ofAdmins),
  drawn(fc.integer({ min: 2, max: 4 }), ofVisitors),
)
export const ofEverybody = fc.oneof(
  { weight: 4, arbitrary: ofPeople },
  { weight: 1, arbitrary: drawn(fc.constant(5), ofSite) },
)

type Shown = { status: 'pending' | 'confirmed' | 'cancelled'; date: string; start_time: string }
type Row = Shown & { id: string; revision: number; calendar_sequence: number; link_version: number }
/** An act, with the row that the person's page showed. */
export type Pressed = model.Act & { row?: Row; isRepeated: boolean }

const emailOf = (who: number) => `visitor${who}@example.com`
const label = (time: number) => `day ${model.dayOf(time)} ${model.slotOf(time)[0]}`

function outcomeOf(code: string): model.Outcome | 'busy' {
  if (code === 'accepted') return 'done'
  if (['slot_taken', '23P01'].includes(code)) return 'taken'
  if (['slot_not_offered', 'outside_hours', 'date_closed'].includes(code)) return 'closed'
  if (code.startsWith('too_busy') || ['40P01', '55P03'].includes(code)) return 'busy'
  if (!/^[a-z_]+$/.test(code)) throw new Error(`An act fails with ${code}.`)
  return 'changed'
}

/** For a database in which each act commits. `inSession` runs an act and returns its error code. */
export function usePromise(db: TestDatabase, inSession: (work: Work) => Promise<string>) {
  const slots: string[] = []
  let days: string[] = []
  let ids: string[] = []
  let rows = new Map<number, Row>()
  let seen = new Map<string, Pressed>()
  let revisions = new Map<number, number>()
  let claimed: ClaimedMail[] = []

  /** Prepares the database once. */
  async function prepare() {
    await emptySchedule(db)
    await useKey(db)
    await db.rows('update private.submission_caps set max = 1000000')
    for (const [start = '', end = ''] of model.SLOTS) slots.push(await addSlot(db, start, end))
    days = [await dateIn(db, 20), await dateIn(db, 21)]
    await addOther(db)
  }
  /** Empties the database, and returns the model of it. */
  async function start() {
    ;[ids, rows, seen, revisions, claimed] = [[], new Map(), new Map(), new Map(), []]
    await db.rows('delete from public.bookings')
    await db.rows(`with submits as (delete from private.submits), closed as (delete from public.closed_dates)
      delete from public.recurring_availability`)
    await db.rows(
      `insert into public.recurring_availability
       select private.weekday(day), slot, true from unnest($1::text::date[]) day, unnest($2::text::uuid[]) slot`,
      ...[`{${days.join()}}`, `{${slots.join()}}`],
    )
    return model.newWorld()
  }

  /** What the person sees before the act. Undefined if the act is impossible, such as Undo of nothing. */
  function look(world: model.World, draw: Drawn): Pressed | undefined {
    const { by, does, day, slot, nth, isRepeated } = draw
    const undoable = ({ log }: model.Call) =>
      log.filter((entry) => entry.by < 2 && !entry.isUndone && !entry.undoes && entry.does !== 'erase')
    const fitting = world.calls.filter((call) => {
      if (by < 2) return does !== 'undo' || (!call.isErased && undoable(call).length > 0)
      return call.who === by && !call.isErased && (does !== 'take' || model.proposalOf(call))
    })
    const call = ofNoCall.includes(does) ? undefined : fitting[nth % fitting.length]
    if (!call && !ofNoCall.includes(does)) return undefined
    const entries = does === 'undo' && call ? undoable(call) : []
    const undoes = (entries.at(-1 - (slot % 2)) ?? entries.at(-1))?.at ?? 0
    const proposed = call && model.proposalOf(call)?.proposed
    const time = does === 'take' && proposed !== undefined ? proposed : day * 10 + slot
    const pressed: Pressed = {
      ...{
        by,
        does,
        who: by > 1 ? by : draw.who,
        hours: HOURS[nth % 4] ?? [],
        agrees: nth > 5,
        time,
        undoes,
      },
      ...{ form: randomUUID(), isRepeated, call: call ? world.calls.indexOf(call) : -1 },
      row: call && rows.get(call.id),
      seen: {
        ...{ entries: call?.log.length ?? 0, edition: call?.edition ?? 0, hours: world.hours[day] },
        state: call && { status: call.status, time: call.time },
      },
    }
    const place = `${by} ${call ? call.id : `day ${day}`}`
    const before = seen.get(place)
    seen.set(place, pressed)
    return draw.isStale && before ? { ...pressed, seen: before.seen, row: before.row } : pressed
  }

  /** Asks the database for the act. */
  async function ask(act: Pressed, newId: number): Promise<model.Outcome | 'busy'> {
    const { by, does, time, row, agrees, form } = act
    const caller = [admin, other][by] ?? visitor
    const [date, slot, email] = [days[model.dayOf(time)] ?? '', slots[time % 10], emailOf(act.who)]
    const [start, end] = model.slotOf(time)
    const idsOf = (hours: number[] = []) => `{${hours.map((nth) => slots[nth]).join()}}`
    const link = [KEY, row?.id, row?.link_version]
    const shown = row && JSON.stringify({ status: row.status, date: row.date, start_time: row.start_time })
    const status = { confirm: 'confirmed', 'set to pending': 'pending', cancel: 'cancelled' }[does]
    const statements: Record<string, [sql: string, ...params: unknown[]]> = {
      book: [`create_booking('Ana', $1, $2, $3, null, $4, null, $5)`, email, date, slot, form, KEY],
      'book for': [`book_call($1, 'Ana', $2, $3, $4, $5, $6)`, form, email, date, start, end, agrees],
      propose: [
        `send_reply($1, $2, $3, 'propose', 'Another time?', $4,
           jsonb_build_array(jsonb_build_object('date', $5::text, 'time_slot_id', $6::text)))`,
        ...[form, row?.id, row?.revision, form, date, slot],
      ],
      keep: ['keep_call($1)', row?.id],
      close: ['close_dates($1, $1)', date],
      open: ['reopen_dates($1, $1)', date],
      hours: [
        `replace_recurring_availability(extract(isodow from $1::text::date)::integer - 1, $2::text::uuid[], $3::text::uuid[])`,
        ...[date, idsOf(act.hours), idsOf(act.seen.hours)],
      ],
      erase: ['erase_person($1, $2)', email, agrees],
      undo: ['undo_act($1, $2)', row?.id, revisions.get(act.undoes)],
      'erase own': ['erase_managed_booking($1, $2, $3, $4)', ...link, email],
      take: ['move_managed_booking($1, $2, $3, $4, $5, $6)', ...link, row?.calendar_sequence, date, slot],
      move: ['move_managed_booking($1, $2, $3, $4, $5, $6)', ...link, row?.calendar_sequence, date, slot],
      cancel: ['cancel_managed_booking($1, $2, $3, $4)', ...link, row?.calendar_sequence],
      ...(by < 2 && {
        move: ['move_booking($1, $2::text::jsonb, $3, $4, $5, $6)', row?.id, shown, date, start, end, agrees],
      }),
    }
    const work: Work = async (session) => {
      if (by < 2 && status) {
        const sql =
          'update public.bookings set status = $1 where (id, status, revision) = ($2, $3, $4) returning id'
        const set = await session.rowsAs(caller, sql, status, row?.id, row?.status, row?.revision)
        if (set.length === 0) throw Object.assign(new Error('changed'), { code: 'P0001' })
        return
      }
      const [sql = '', ...params] = statements[does] ?? []
      const made = await session.valueAs<string | { id: string }>(caller, `select public.${sql}`, ...params)
      if (does.startsWith('book')) ids[newId] = typeof made === 'string' ? made : made.id
    }
    const outcome = outcomeOf(await inSession(work))
    if (!act.isRepeated || outcome !== 'done') return outcome
    const again = outcomeOf(await inSession(work))
    if (repeatable.includes(does)) expect(again, 'sent again after a lost response').toBe('done')
    return outcome
  }

  /** What the database has, and what the model expects, in the same words. */
  async function stored() {
    const all = await db.rows<Row & { turn: string; erased: string }>(
      `select b.id, b.status, b.date::text, to_char(lower(period), 'HH24:MI') as start_time, b.revision, calendar_sequence, link_version,
         case when private.is_erased(b.email) then ', erased' else '' end as erased,
         case when l.is_to_answer then 'ours' when l.is_their_turn then 'theirs' else 'nobody' end as turn
       from public.bookings b join public.admin_requests l on l.id = b.id`,
    )
    rows = new Map(all.map((row) => [ids.indexOf(row.id), row]))
    const day = (date: string) => `day ${days.indexOf(date)}`
    const calls = all.map(
      ({ id, status, date, start_time, turn, erased }) =>
        `call ${ids.indexOf(id)}: ${status}, ${day(date)} ${start_time}, ${turn}${erased}`,
    )
    const offered = await db.rows<Row>('select * from public.get_available_slots($1, $2)', ...days)
    return [...calls, ...offered.map(({ date, start_time }) => `free: ${day(date)} ${start_time}`)].toSorted()
  }
  function expected(world: model.World) {
    const calls = world.calls.map((call) => {
      const end = `${model.turnOf(world, call)}${call.isErased ? ', erased' : ''}`
      return `call ${call.id}: ${call.status}, ${label(call.time)}, ${end}`
    })
    return [...calls, ...model.freeTimes(world).map((time) => `free: ${label(time)}`)].toSorted()
  }

  /** The site claims the due mails. Asserts that the model knows of none that should not go out. */
  async function claims(world: model.World, wait: string) {
    await inSession(async (session) => {
      await pass(session, wait)
      claimed = await claim(session, 50)
    })
    for (const mail of claimed) {
      const call = world.calls.find(({ id }) => ids[id] === mail.about_id)
      if (!call) throw new Error(`A mail is about ${mail.about_id as string}.`)
      if (mail.recipient !== 'visitor') {
        if (call.isErased) expect(mail.name, 'a mail names an erased person').toBe('Erased')
        continue
      }
      const { status, date, start_time, email, reply } = mail as unknown as Row & {
        email: string
        reply?: { body: string }
      }
      const time = days.indexOf(date) * 10 + model.SLOTS.findIndex(([start]) => start === start_time)
      const broken = model.begin(world, call, { status, time }, reply?.body)
      if (broken) throw new Error(`${broken}: ${mail.kind} of call ${call.id}`)
      expect(email, 'the address of a mail').toBe(emailOf(call.who))
    }
    return claimed.length
  }
  async function ends(world: model.World, fate: string) {
    const { result, isRead } = fates[fate] ?? { isRead: false }
    for (const mail of result ? claimed : []) {
      // An erasure ends the lease, so that the site discards the mail.
      const isErased = world.calls.some((call) => call.isErased && ids[call.id] === mail.about_id)
      const code = await inSession((session) => finish(session, mail, result))
      expect(isErased ? ['accepted', 'not_leased'] : ['accepted']).toContain(code.split(' ')[0])
    }
    if (!result) await inSession((session) => pass(session, '12 minutes'))
    claimed = []
    model.land(world, isRead, fate)
  }

  /** Does an act in the database and in the model. */
  async function does(world: model.World, draw: Drawn, act?: Pressed) {
    if (draw.does === 'claim') await claims(world, '60 seconds')
    else if (draw.by === 5) await ends(world, draw.does)
    if (!act) return
    const [newId, now] = [ids.length, world.now]
    const wanted = model.perform(world, act, newId)
    expect(await ask(act, newId), draw.does).toBe(wanted)
    expect(await stored(), draw.does).toEqual(expected(world))
    const made = world.calls[act.call] ?? world.calls.find(({ id }) => id === newId)
    const entry = made?.log.at(-1)
    if (entry && entry.at > now) revisions.set(entry.at, rows.get(made?.id ?? -1)?.revision ?? 0)
  }
  /** All mails arrive. Then each visitor knows their call, and the database has no fault. */
  async function rest(world: model.World) {
    let isOver = false
    for (let round = 0; round < 9 && !isOver; round++) {
      await ends(world, 'send')
      isOver = (await claims(world, '1 hour')) === 0
    }
    expect(isOver, 'no more mails').toBe(true)
    const listed = await db.value<string>(
      `select coalesce(string_agg(id::text, ' '), '') from private.find_untold()`,
    )
    const left = model.untold(world).filter(({ id }) => !listed.includes(ids[id] ?? '-'))
    expect(left, 'visitors who know it wrong, and no list has them').toEqual([])
    expect(await stored(), 'at the end').toEqual(expected(world))
    expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
  }
  return { prepare, start, look, ask, stored, expected, does, rest }
}
