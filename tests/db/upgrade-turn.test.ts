import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations, applySeed, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'
import { admin, adminAccount } from './test-database'

/** The last migration in which whose turn it is stood in three columns. */
const BEFORE = '20261124100000'
const LAST = '20261125100000'
const KEY = 'site key'

/** What was done, with hours between; on which list it stood; whose turn it is then, and why it moved. */
type Life = [done: string, before: string, after: string, why?: string]
const pendingAhead = 'a pending call ahead is always somebody’s'

const calls: Record<string, Life> = {
  booked: ['5', 'to_answer', 'ours booked'],
  'booked, and late': ['48', 'to_answer', 'ours booked'],
  confirmed: ['3, confirm, 3', '', 'nobody confirmed'],
  cancelled: ['3, cancel, 3', '', 'nobody cancelled'],
  'cancelled by its visitor': ['3, visitor cancels, 3', '', 'nobody cancelled'],
  'answered another way': ['3, elsewhere, 3', 'their_turn', 'theirs elsewhere'],
  'answered another way, 20 days ago': ['3, elsewhere, 480', '', 'theirs elsewhere', pendingAhead],
  'answered another way, and tomorrow': [
    '3, elsewhere, 99, is tomorrow',
    'their_turn',
    'ours elsewhere',
    '48 hours before it begins it is ours again',
  ],
  proposed: ['3, propose, 3', 'their_turn', 'theirs proposed'],
  'proposed, followed up': ['3, propose, 90, follow_up, 3', 'their_turn', 'theirs replied'],
  'proposed, and confirmed as it was': ['3, propose, 3, confirm, 3', '', 'nobody confirmed'],
  'proposed, and taken': ['3, propose, 3, visitor moves, 3', '', 'nobody confirmed'],
  'proposed, and the same address wrote': [
    '3, propose, 3, write again, 3',
    '',
    'ours wrote_again',
    pendingAhead,
  ],
  offered: ['3, offer, 3', 'their_turn', 'theirs offered'],
  'offered, accepted': ['3, offer, 3, accept, 3', '', 'ours offer_accepted', 'an acceptance is ours'],
  'offered, accepted 20 days ago': ['3, offer, 3, accept, 480', '', 'theirs not_needed', pendingAhead],
  'offered, declined': ['3, offer, 3, decline, 3', '', 'ours offer_declined', pendingAhead],
  'confirmed, moved by its visitor': ['3, confirm, 3, visitor moves, 3', 'to_answer', 'ours moved'],
  'moved by the studio': ['3, move, 3', 'to_answer', 'ours booked'],
  'told that its date is closed': [
    '3, close, told, 3',
    'to_answer',
    'theirs closed',
    'they have their answer, and choose another time',
  ],
  'confirmed, told that its date is closed': [
    '3, confirm, close, told, 3',
    '',
    'theirs closed',
    'they have to choose another time',
  ],
  'told, and opened again': ['3, close, told, open, 3', 'to_answer', 'ours booked'],
  'past, never confirmed': ['99, is past', '', 'nobody booked'],
  'past, offered': ['3, confirm, 99, is past, offer, 3', 'their_turn', 'theirs offered'],
  'past, offered 20 days ago': ['3, confirm, 99, is past, offer, 480', '', 'nobody offered'],
  'past, they answered': [
    '3, confirm, 99, is past, they answered, 3',
    '',
    'ours answered',
    'who answers after their call waits for us',
  ],
  'past, accepted 20 days ago': ['3, confirm, 99, is past, offer, 3, accept, 480', '', 'nobody confirmed'],
  'written in SQL': ['by sql, 3', '', 'ours booked', pendingAhead],
  erased: ['3, erase', '', 'nobody erased'],
}
const messages: Record<string, Life> = {
  new: ['5', 'to_answer', 'ours wrote'],
  read: ['48, read', 'to_answer', 'ours wrote'],
  replied: ['3, replied, 3', 'their_turn', 'theirs replied'],
  'replied, 20 days ago': ['3, replied, 480', '', 'nobody replied'],
  'replied, they answered': ['3, replied, 3, they answered, 3', 'to_answer', 'ours answered'],
  'replied, and declined then': ['3, replied, 3, decline kindly, 3', '', 'nobody turned_down'],
  'replied, and wrote anew': ['3, replied, 3, write again, 3', '', 'nobody wrote_again'],
  'replied, archived': ['3, replied, 3, archived, 3', '', 'nobody archived'],
  archived: ['3, archived, 3', '', 'nobody archived'],
  'an offer sent': ['3, offer, 3', 'their_turn', 'theirs offered'],
  'an offer withdrawn': ['3, offer, 3, withdraw, 3', '', 'nobody withdrawn'],
  'an offer accepted': ['3, offer, 3, accept, 3', '', 'ours offer_accepted', 'an acceptance is ours'],
  'an offer accepted 20 days ago': ['3, offer, 3, accept, 480', '', 'nobody not_needed'],
  'an offer declined': ['3, offer, 3, decline, 3', '', 'nobody offer_declined'],
}
const lives = [
  ...Object.entries(calls).map(([name, life]) => ({ kind: 'bookings', name: `call: ${name}`, life })),
  ...Object.entries(messages).map(([name, life]) => ({ kind: 'inquiries', name: `message: ${name}`, life })),
]

describe.each(emptyDatabases)('whose turn it was is whose turn it is, on $name', ({ open }) => {
  let db: EmptyDatabase
  const ids: Record<string, string> = {}
  const before: Record<string, string> = {}
  const figures: Record<string, number>[] = []
  let revisions: unknown

  const value = async <V>(sql: string) => Object.values((await db.rows(sql))[0] ?? {})[0] as V
  const as = (claims: unknown) => async (sql: string) => {
    await db.exec(`select set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`)
    const result = await value(sql)
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
    return result
  }
  const [asAdmin, asVisitor] = [as(admin.claims), as({})]

  async function live(kind: string, nth: number, acts: string[]) {
    const email = `person${nth}@example.com`
    const [day, other] = [`private.studio_today() + ${12 + nth}`, `private.studio_today() + ${112 + nth}`]
    const slot = (start: string) => `(select id from public.time_slots where start_time = '${start}')`
    if (acts[0] === 'by sql')
      await db.exec(
        `insert into public.bookings (name, email, date, time_slot_id) values ('Ana', '${email}', ${day}, ${slot('09:00')})`,
      )
    else if (kind === 'bookings')
      await asVisitor(
        `select public.create_booking('Ana', '${email}', ${day}, ${slot('09:00')}, null, null, null, '${KEY}')`,
      )
    else await asVisitor(`select public.create_inquiry('Bo', '${email}', 'Kia ora', null, null, '${KEY}')`)
    const id = await value<string>(`select id from public.${kind} where email = '${email}'`)
    const here = `from public.${kind} x where id = '${id}'`
    const offer = `(select id from public.offers where request_id = '${id}')`
    const version = `1, encode(sha256('An offer' || chr(10)::bytea), 'hex')`
    const reply = (of: string, times = '[]') =>
      asAdmin(
        `select public.send_reply(gen_random_uuid(), id, revision, '${of}', null, null, ${times}::jsonb) ${here}`,
      )
    const set = (status: string) =>
      asAdmin(`update public.${kind} set status = '${status}' where id = '${id}' returning 1`)
    const did: Record<string, () => Promise<unknown>> = {
      confirm: () => set('confirmed'),
      cancel: () => set('cancelled'),
      elsewhere: () => asAdmin(`select public.set_answered('${id}', true)`),
      'they answered': () => asAdmin(`select public.set_answered('${id}', false)`),
      propose: () =>
        reply(
          'propose',
          `jsonb_build_array(jsonb_build_object('date', ${other}, 'time_slot_id', ${slot('10:00')}))`,
        ),
      follow_up: () => reply('follow_up', `'[]'`),
      'decline kindly': () => reply('decline', `'[]'`),
      'visitor moves': () =>
        asVisitor(
          `select public.move_managed_booking('${KEY}', id, 1, calendar_sequence, ${other}, ${slot('10:00')}) ${here}`,
        ),
      'visitor cancels': () =>
        asVisitor(`select public.cancel_managed_booking('${KEY}', id, 1, calendar_sequence) ${here}`),
      move: () =>
        asAdmin(
          `select public.move_booking(id, private.booking_state(x), ${other}, '13:00', '13:30', true) ${here}`,
        ),
      close: () => asAdmin(`select public.close_dates(${day}, ${day})`),
      open: () => asAdmin(`select public.reopen_dates(${day}, ${day})`),
      told: () =>
        asAdmin(
          `select public.set_known(array[id], jsonb_build_object(id, private.call_state(x) || jsonb_build_object('closed', x.date))) ${here}`,
        ),
      'write again': () =>
        asVisitor(`select public.create_inquiry('Bo', '${email}', 'Again', null, null, '${KEY}')`),
      offer: async () => {
        await asAdmin(`select public.save_offer_draft('${id}', '{"title": "A shop"}', 0)`)
        await asAdmin(
          `select public.send_offer(${offer}, 1, '{}', 'An offer' || chr(10), 100, private.studio_today() + 40)`,
        )
        // It has gone.
        await db.exec(
          `update private.outbox set sent_at = now() where request_id = '${id}' and kind = 'offer'`,
        )
      },
      withdraw: () => asAdmin(`select public.withdraw_offer(${offer})`),
      accept: () =>
        asVisitor(
          `select public.accept_offer('${KEY}', ${offer}, 1, ${version}, 'Bo', '${email}', 'I accept', 7)`,
        ),
      decline: () =>
        asVisitor(`select public.decline_offer('${KEY}', ${offer}, 1, ${version}, '${email}', 'Too dear')`),
      erase: () => asAdmin(`select public.erase_person('${email}')`),
      'is tomorrow': () =>
        db.exec(`update public.bookings set date = private.studio_today() + 1 where id = '${id}'`),
      'is past': () =>
        db.exec(`update public.bookings set date = private.studio_today() - ${2 + nth} where id = '${id}'`),
      'by sql': async () => {},
    }
    for (const act of acts) {
      if (Number(act)) await pass(id, email, Number(act))
      else await (did[act]?.() ?? set(act))
    }
    return id
  }

  /** Lets hours pass for all that hangs on a request, and for what its person wrote since. */
  async function pass(id: string, email: string, hours: number) {
    const earlier = (table: string, columns: string[], where: string) =>
      db.exec(
        `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${hours} hours'`).join()} where ${where}`,
      )
    const of = `request_id = '${id}'`
    const ofOffer = `offer_id in (select id from public.offers where ${of})`
    await earlier('private.waits', ['asked_at', 'answered_at'], of)
    await earlier('public.requests', ['our_turn_since', 'answered_at', 'their_turn_since'], `id = '${id}'`)
    await earlier('public.request_events', ['at'], of)
    await earlier('private.replies', ['created_at'], of)
    await earlier('public.offers', ['ended_at'], of)
    // What was sent and accepted stays as it is, but for a studio that has waited.
    await db.exec('reset role; alter table public.offer_acceptances disable trigger user')
    await earlier('public.offer_acceptances', ['accepted_at'], ofOffer)
    await db.exec(
      'alter table public.offer_acceptances enable trigger user; set local role turn_owner; set constraints all immediate',
    )
    for (const table of ['bookings', 'inquiries'])
      await earlier(`public.${table}`, ['created_at'], `email = '${email}'`)
    await db.exec(
      `update public.bookings set known = known || jsonb_build_object('at', (known ->> 'at')::timestamptz - interval '${hours} hours')
       where id = '${id}' and known is not null`,
    )
  }

  const list = async (view: string) => {
    const page = await asAdmin(`select public.list_requests(p_view => '${view}', p_limit => 100)`)
    return (page as { rows: { id: string }[] }).rows.map((row) => row.id)
  }
  const readRevisions = () =>
    db.rows(
      'select id, revision from public.bookings union all select id, revision from public.inquiries order by 1',
    )
  const countAsked = async () =>
    (
      await db.rows(
        `select sum(asked)::int as asked, sum(in_time)::int as in_time, sum(unanswered)::int as unanswered
         from public.get_answer_times()`,
      )
    )[0] as Record<string, number>
  const readFigures = async () => {
    await db.exec(`select set_config('request.jwt.claims', '${JSON.stringify(admin.claims)}', true)`)
    figures.push(await countAsked())
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
  }

  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'turn_owner')
    await applyMigrations(db.exec, (version) => version <= BEFORE)
    await applySeed(db.exec)
    await db.exec(`reset role; ${adminAccount}; grant turn_owner to current_user; set local role turn_owner;
      select public.set_site_key(encode(sha256('${KEY}'), 'hex')); update private.submission_caps set max = 1000000;
      insert into public.recurring_availability (day_of_week, time_slot_id)
      select d, id from generate_series(5, 6) d, public.time_slots`)
    for (const [nth, { kind, name, life }] of lives.entries())
      ids[name] = await live(kind, nth, life[0].split(', '))
    for (const view of ['to_answer', 'their_turn']) for (const id of await list(view)) before[id] = view
    await readFigures()
    revisions = await readRevisions()
    await applyMigrations(db.exec, (version) => version > BEFORE && version <= LAST)
  })
  afterAll(() => db.close())

  test.each(lives)('$name', async ({ name, life: [, was, is] }) => {
    const id = ids[name] ?? ''
    const [row] = await db.rows(
      `select case when over_from <= now() then 'nobody' when ours_from <= now() then 'ours' else 'theirs' end || ' ' || turn_reason as turn
       from public.requests where id = '${id}'`,
    )
    expect([before[id] ?? '', row?.turn]).toEqual([was, is])
  })

  test('whoever is on another list than before is so for a reason', async () => {
    const lists = { ours: 'to_answer', theirs: 'their_turn', nobody: '' }
    for (const { name, life } of lives) {
      const [, was, is, why] = life
      const list = lists[is.split(' ')[0] as keyof typeof lists]
      expect(Boolean(why), name).toBe(list !== was)
    }
    const now = [await list('to_answer'), await list('their_turn')]
    for (const { name, life } of lives)
      expect(
        now.map((of) => of.includes(ids[name] ?? '')),
        name,
      ).toEqual([life[2].startsWith('ours'), life[2].startsWith('theirs')])
  })

  test('the value follows from the rows, no page has to be read again, and only what was archived leaves the figures', async () => {
    const rows = () => db.rows('select to_jsonb(r) as request from public.requests r order by id')
    const stored = await rows()
    await db.exec('select private.update_turn(id) from public.requests')
    expect(await rows()).toEqual(stored)
    expect(await readRevisions()).toEqual(revisions)
    await readFigures()
    const [{ asked = 0, in_time, unanswered = 0 } = {}, after] = figures
    // One message was archived without an answer. Two calls were told of a closing, which answers them.
    expect(after).toEqual({ asked: asked - 1, in_time: (in_time ?? 0) + 1, unanswered: unanswered - 2 })
  })
})
