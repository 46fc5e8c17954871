import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyMigrations, applySeed, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'
import { admin, adminAccount } from './test-database'

/** The last migration in which a request's facts stood in bookings and inquiries. */
const BEFORE = '20261123151000'
const LAST = '20261123160000'
const KEY = 'site key'
const usual = 'Our video room, https://meet.southcoast.example/call'
const claims = JSON.stringify(admin.claims)

/** What each of these visitors has been through, when the site is updated. One date each. */
const lives: Record<string, string[]> = {
  booked: [],
  acknowledged: ['send'],
  'confirmed, not mailed': ['send', 'confirm'],
  confirmed: ['send', 'confirm', 'send'],
  'confirmed by a site without mail': ['keep', 'confirm', 'keep'],
  'moved, not mailed': ['send', 'confirm', 'send', 'move'],
  'moved and kept as a file': ['send', 'confirm', 'send', 'move', 'keep'],
  'moved and said so': ['send', 'confirm', 'send', 'move', 'told'],
  'cancelled, not mailed': ['send', 'confirm', 'send', 'cancel'],
  'moved by themselves': ['send', 'confirm', 'send', 'moveThemselves'],
  'elsewhere, not mailed': ['send', 'confirm', 'send', 'location'],
  'confirmed, then elsewhere': ['send', 'confirm', 'location'],
  'moved and elsewhere': ['send', 'confirm', 'send', 'location', 'move'],
  'told another usual location': ['send', 'confirm', 'send', 'usual'],
  'on a closed date': ['send', 'confirm', 'send', 'close'],
  'told of a closed date that is open': ['send', 'confirm', 'send', 'close', 'told', 'open'],
  'being confirmed': ['send', 'confirm', 'claim'],
  'being confirmed, and cancelled': ['send', 'confirm', 'claim', 'cancel'],
  'a reply waits': ['send', 'reply'],
  'moved, and a mail of ours waits': ['send', 'confirm', 'send', 'move', 'change'],
  'booked for them': ['bookFor'],
  erased: ['send', 'confirm', 'send', 'erase'],
}
const names = Object.keys(lives)

/** Messages, and what became of each. */
const messages: Record<string, string[]> = {
  new: [],
  read: ['read'],
  replied: ['replied', 'note', 'owner'],
  archived: ['archived'],
  'answered by mail': ['reply'],
  'an offer begun': ['draft'],
  'an offer sent': ['draft', 'offer'],
  'an offer accepted': ['draft', 'offer', 'accept'],
  'an offer declined': ['draft', 'offer', 'decline'],
  'erased with an offer': ['draft', 'offer', 'accept', 'erase'],
}
const offered = 'An offer\n'

/** What an admin reads of requests, by a call that both accounts have. */
const read: Record<string, string> = {
  ...Object.fromEntries(
    ['all', 'to_answer', 'their_turn', 'upcoming', 'past', 'archived'].map((view) => [
      `list: ${view}`,
      `select public.list_requests(p_view => '${view}', p_limit => 100)`,
    ]),
  ),
  ...Object.fromEntries(
    ['none', 'quoted', 'won'].map((outcome) => [
      `list: ${outcome}`,
      `select public.list_requests(p_outcome => '${outcome}', p_limit => 100)`,
    ]),
  ),
  'list: searched': `select public.list_requests('ana1', p_limit => 100)`,
  'list: owned': `select public.list_requests(p_owner => '${(admin.claims as { sub: string }).sub}')`,
  'answer times': `select jsonb_agg(t) from public.get_answer_times() t`,
  links: `select jsonb_agg(jsonb_build_array(id, link_version, calendar_sequence) order by id) from public.bookings`,
  pages: `select jsonb_agg(public.get_managed_booking('${KEY}', id) - '{where,told_location,proposed_times}'::text[] order by id) from public.bookings`,
  offers: `select jsonb_agg(public.get_offer('${KEY}', id) order by id) from public.offers`,
  acceptances: `select jsonb_agg(a order by offer_id) from public.offer_acceptances a`,
  history: `select jsonb_agg(jsonb_build_array(id, at, actor, kind, what, before, after, revision) order by id) from public.request_events`,
  notes: `select jsonb_agg(jsonb_build_array(id, author, body) order by id) from public.request_notes`,
  waits: `select jsonb_agg(jsonb_build_array(id, asked_at, answered_at, answered_by) order by id) from private.waits`,
  'mails to the studio': `select jsonb_agg(jsonb_build_array(id, kind, due_at, send_after, sent_at, known_start, offer_id) order by id)
    from private.outbox where recipient = 'studio'`,
  'mails of offers, reminders and replies': `select jsonb_agg(jsonb_build_array(id, kind, due_at, send_after, sent_at, lease, offer_id, reply_id) order by id)
    from private.outbox where recipient = 'visitor' and kind in ('offer', 'offer_accepted', 'offer_withdrawn', 'reminder', 'reply')`,
}

/** The words of before the update, and what each is since. */
const words = {
  waiting_since: 'our_turn_since',
  waiting: 'their_turn',
  n: 'version',
  how: 'channel',
  words: 'email_text',
}

/** A call of today, as it was before. */
const inOldWords = (sql: string) =>
  Object.entries(words).reduce((call, [old, today]) => call.replaceAll(`'${today}'`, `'${old}'`), sql)

/** What was read before the update, with today's keys. */
const inTodaysWords = <V>(read: V): V =>
  JSON.parse(
    Object.entries(words).reduce(
      (json, [old, today]) => json.replaceAll(`"${old}":`, `"${today}":`),
      JSON.stringify(read),
    ),
  ) as V

describe.each(emptyDatabases)('calls of every kind when requests get one account, on $name', ({ open }) => {
  let db: EmptyDatabase
  const id: Record<string, string> = {}
  /** What a mail about each had, before, that the site of then read. */
  const mailKeys: Record<string, string[]> = {}
  const leased: Record<string, { id: string; lease: string }> = {}
  let before: Record<string, Record<string, unknown>>
  const shown: Record<string, unknown> = {}
  const messageId: Record<string, string> = {}
  const value = async <V>(sql: string) => Object.values((await db.rows(sql))[0] ?? {})[0] as V
  const by = (who: 'admin' | 'visitor') =>
    db.exec(`select set_config('request.jwt.claims', '${who === 'admin' ? claims : '{}'}', true)`)
  const asAdmin = async (sql: string) => {
    await by('admin')
    await db.exec(sql)
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
  }
  const asVisitor = async (sql: string) => {
    await by('visitor')
    await db.exec(sql)
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
  }
  const claim = (limit = 50) =>
    value<Record<string, string>[]>(`select public.claim_mail('${KEY}', ${limit})`)
  const finish = (mail: Record<string, string>, result: object) =>
    db.exec(`select public.finish_mail('${KEY}', '${mail.id}', '${mail.lease}', '${JSON.stringify(result)}')`)
  const sent = (mail: Record<string, unknown>) => ({
    outcome: 'sent',
    told_sequence: mail.calendar_sequence,
    location: mail.status === 'confirmed' ? (mail.location ?? usual) : null,
  })
  const pass = (seconds: number) =>
    db.exec(`update private.outbox set created_at = created_at - interval '${seconds} s', due_at = due_at - interval '${seconds} s',
      send_after = send_after - interval '${seconds} s'`)

  async function live(name: string, nth: number, act: string) {
    const date = `private.studio_today() + ${10 + nth}`
    const at = `${date}, '09:00', '09:30'`
    const here = `where id = '${id[name]}'`
    const to = `private.studio_today() + ${100 + nth}, '10:00', '10:30'`
    const slot = `(select id from public.time_slots where start_time = '10:00')`
    const acts: Record<string, () => Promise<unknown>> = {
      confirm: () => asAdmin(`update public.bookings set status = 'confirmed' ${here}`),
      cancel: () => asAdmin(`update public.bookings set status = 'cancelled' ${here}`),
      location: () => asAdmin(`update public.bookings set location = 'The café' ${here}`),
      move: () =>
        asAdmin(
          `select public.move_booking(id, private.booking_state(b), ${to}, true) from public.bookings b ${here}`,
        ),
      moveThemselves: () =>
        asVisitor(`select public.move_managed_booking('${KEY}', id, 1, calendar_sequence, private.studio_today() + ${100 + nth}, ${slot})
          from public.bookings ${here}`),
      close: () => asAdmin(`select public.close_dates(${date}, ${date})`),
      open: () => asAdmin(`select public.reopen_dates(${date}, ${date})`),
      told: () =>
        asAdmin(
          `select public.set_told('{${id[name]}}', true, jsonb_build_object(id, private.known_state(b))) from public.bookings b ${here}`,
        ),
      usual: () => db.exec(`update public.bookings set told_location = 'The old room' ${here}`),
      reply: () =>
        asAdmin(
          `select public.send_reply(gen_random_uuid(), id, revision, 'confirm', 'Yes', 'See you') from public.bookings ${here}`,
        ),
      change: () =>
        asAdmin(
          `select public.send_reply(gen_random_uuid(), id, revision, 'change', 'Moved', 'At ten') from public.bookings ${here}`,
        ),
      bookFor: () =>
        asAdmin(`select public.book_call(gen_random_uuid(), 'Ana', 'ana${nth}@example.com', ${at}, true)`),
      erase: () => asAdmin(`select public.erase_person('ana${nth}@example.com')`),
    }
    if (acts[act]) {
      await acts[act]()
      return
    }
    await pass(61)
    for (const mail of await claim()) {
      if (act === 'claim') leased[name] = mail as never
      else await finish(mail, act === 'keep' ? { outcome: 'sent' } : sent(mail))
    }
  }
  async function write(name: string, nth: number) {
    const email = `message${nth}@example.com`
    await asVisitor(`select public.create_inquiry('Bo', '${email}', 'Kia ora', null, null, '${KEY}')`)
    const request = await value<string>(`select id from public.inquiries where email = '${email}'`)
    messageId[name] = request
    const offer = `(select id from public.offers where created_at = now() order by ctid desc limit 1)`
    const hash = `encode(sha256(convert_to(E'${offered.replace('\n', '\\n')}', 'UTF8')), 'hex')`
    const acts: Record<string, () => Promise<unknown>> = {
      note: () => asAdmin(`select public.add_note(gen_random_uuid(), '${request}', 'Rang once')`),
      owner: () =>
        asAdmin(`select public.set_owner('${request}', '${(admin.claims as { sub: string }).sub}')`),
      reply: () =>
        asAdmin(`select public.send_reply(gen_random_uuid(), id, revision, 'answer', 'Yes', 'Gladly') from public.inquiries
          where id = '${request}'`),
      draft: () => asAdmin(`select public.save_offer_draft('${request}', '{"title": "A shop"}', 0)`),
      offer: () =>
        asAdmin(
          `select public.send_offer(${offer}, 1, '{}', E'${offered.replace('\n', '\\n')}', 100, private.studio_today() + 9)`,
        ),
      accept: () =>
        asVisitor(
          `select public.accept_offer('${KEY}', ${offer}, 1, 1, ${hash}, 'Bo', '${email}', 'I accept', 7)`,
        ),
      decline: () =>
        asVisitor(`select public.decline_offer('${KEY}', ${offer}, 1, 1, ${hash}, '${email}', 'Too dear')`),
      erase: () => asAdmin(`select public.erase_person('${email}')`),
    }
    for (const act of messages[name] ?? [])
      await (acts[act]?.() ??
        asAdmin(`update public.inquiries set status = '${act}' where id = '${request}'`))
  }
  const readAll = async (write = (sql: string) => sql) => {
    const found: Record<string, unknown> = {}
    await by('admin')
    for (const [what, sql] of Object.entries(read)) found[what] = await value(write(sql))
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
    return found
  }
  const listed = async () => {
    const known = await value<Record<string, unknown>[]>('select public.get_calls_to_tell()')
    return new Map(known.map((call) => [call.id, call]))
  }

  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'account_owner')
    await applyMigrations(db.exec, (version) => version <= BEFORE)
    await applySeed(db.exec)
    await db.exec(`reset role; ${adminAccount}; set local role account_owner;
      select public.set_site_key(encode(sha256('${KEY}'), 'hex')); update private.submission_caps set max = 1000000;
      insert into public.recurring_availability (day_of_week, time_slot_id)
      select d, id from generate_series(5, 6) d, public.time_slots`)
    for (const [nth, name] of names.entries()) {
      const acts = lives[name] ?? []
      if (!acts.includes('bookFor'))
        await asVisitor(`select public.create_booking('Ana', 'ana${nth}@example.com', private.studio_today() + ${10 + nth},
          (select id from public.time_slots where start_time = '09:00'), null, null, null, '${KEY}')`)
      for (const act of acts) {
        id[name] ??= await value(`select id from public.bookings where email = 'ana${nth}@example.com'`)
        await live(name, nth, act)
      }
      id[name] ??= await value(`select id from public.bookings where email = 'ana${nth}@example.com'`)
      // Each is alone with its mails: what waits for the others stays where it is.
      await db.exec(
        `update private.outbox set send_after = send_after + interval '1 day' where send_after < now() + interval '12 hours' and lease is null and sent_at is null`,
      )
    }
    await db.exec(`update private.outbox set send_after = due_at where send_after > due_at`)
    for (const [nth, name] of Object.keys(messages).entries()) await write(name, nth)
    // The update comes half a minute later.
    await db.exec(`update private.outbox set lease_until = lease_until - interval '30 s' where lease is not null;
      update private.replies set created_at = created_at - interval '30 s';
      update public.request_events set at = at - interval '30 s'`)
    await db.exec(`alter table public.bookings disable trigger user; alter table public.inquiries disable trigger user;
      update public.bookings set created_at = created_at - interval '30 s';
      update public.inquiries set created_at = created_at - interval '30 s';
      alter table public.bookings enable trigger user; alter table public.inquiries enable trigger user`)
    Object.assign(shown, inTodaysWords(await readAll(inOldWords)))
    await by('admin')
    const rows = await db.rows(`select to_jsonb(b) as row from public.bookings b`)
    before = Object.fromEntries(
      inTodaysWords(rows).map(({ row }) => [(row as { id: string }).id, row as Record<string, unknown>]),
    )
    await db.exec(`select set_config('request.jwt.claims', '', true)`)
    await db.exec('savepoint before')
    await pass(61)
    for (const mail of await claim())
      mailKeys[mail.about ?? ''] = Object.keys(mail).filter((key) => key !== 'reply' && key !== 'record_id')
    await db.exec('rollback to savepoint before')
    await applyMigrations(db.exec, (version) => version > BEFORE && version <= LAST)
    await db.exec('savepoint upgraded')
  })
  beforeEach(() => db.exec('rollback to savepoint upgraded'))
  afterAll(() => db.close())

  test.each(Object.keys(read))('what an admin reads is the same: %s', async (what) => {
    expect(shown[what]).toBeTruthy()
    expect((await readAll())[what]).toEqual(shown[what])
  })

  test('the same visitors are still to be told, of the same', async () => {
    await by('admin')
    const calls = await listed()
    const found = Object.fromEntries(
      names.flatMap((name) => {
        const call = calls.get(id[name] ?? '')
        return call ? [[name, (call.difference as string[]).join()]] : []
      }),
    )
    expect(found).toEqual({
      'moved, not mailed': 'time',
      'moved and kept as a file': 'time',
      'moved, and a mail of ours waits': 'time',
      'cancelled, not mailed': 'cancelled',
      'elsewhere, not mailed': 'location',
      'moved and elsewhere': 'time,location',
      'told another usual location': 'usual',
      'on a closed date': 'closed',
      'told of a closed date that is open': 'opened',
      'being confirmed, and cancelled': 'cancelled',
    })
  })

  test('the same mails wait, and one of two', async () => {
    await pass(61)
    const mails = await claim()
    const said = mails
      .filter(({ recipient, about }) => recipient === 'visitor' && about === 'booking')
      .map((mail) => [
        names.find((name) => id[name] === mail.about_id),
        [mail.kind, mail.known_start_time].filter(Boolean).join(' '),
      ])
    expect(Object.fromEntries(said)).toEqual({
      booked: 'received',
      'confirmed, not mailed': 'confirmed',
      'moved, not mailed': 'moved 09:00',
      'moved and said so': 'confirmed',
      'cancelled, not mailed': 'cancelled',
      'moved by themselves': 'moved',
      'elsewhere, not mailed': 'location',
      'confirmed, then elsewhere': 'confirmed',
      'moved and elsewhere': 'moved 09:00',
      'a reply waits': 'reply',
      'moved, and a mail of ours waits': 'reply',
      'booked for them': 'confirmed',
    })
    // What tells of the move, and an admin's own words about it.
    expect(said).toHaveLength(13)
  })

  test('a site of before finds in each mail what it reads there', async () => {
    await pass(61)
    const mails = await claim()
    expect(Object.keys(mailKeys).toSorted()).toEqual(['booking', 'inquiry', 'offer'])
    for (const mail of mails)
      expect(Object.keys(mail)).toEqual(expect.arrayContaining(mailKeys[mail.about ?? ''] ?? []))
  })

  test('a site of before finishes the mail that it is sending, once', async () => {
    const [plain = { id: '', lease: '' }, changed = { id: '', lease: '' }] = [
      leased['being confirmed'],
      leased['being confirmed, and cancelled'],
    ]
    const known = (name: string) =>
      value<string>(`select known ->> 'status' from public.bookings where id = '${id[name]}'`)
    expect(await known('being confirmed')).toBe('pending')
    expect(await known('being confirmed, and cancelled')).toBe('pending')
    for (const mail of [plain, changed])
      await finish(mail, { outcome: 'sent', told_sequence: 1, location: usual })
    expect(await known('being confirmed')).toBe('confirmed')
    expect(await known('being confirmed, and cancelled')).toBe('confirmed')
    await pass(61)
    const mails = (await claim()).filter(({ recipient }) => recipient === 'visitor')
    expect(mails.find(({ about_id }) => about_id === id['being confirmed'])).toBeUndefined()
    expect(mails.find(({ about_id }) => about_id === id['being confirmed, and cancelled'])).toMatchObject({
      kind: 'cancelled',
    })
  })

  test.each([
    [
      'a reply waits',
      { status: 'pending', start_time: '09:00' },
      { status: 'confirmed', start_time: '09:00' },
    ],
    [
      'moved, and a mail of ours waits',
      { status: 'confirmed', start_time: '09:00' },
      { status: 'confirmed', start_time: '10:00' },
    ],
  ])(
    'who is sent what an admin wrote before the update knows it from then on: %s',
    async (name, first, then) => {
      const known = () => value(`select known from public.bookings where id = '${id[name]}'`)
      expect(await known()).toMatchObject(first)
      await pass(61)
      const mails = (await claim()).filter(({ about_id, kind }) => about_id === id[name] && kind === 'reply')
      for (const mail of mails) await finish(mail, { outcome: 'sent', kept: false })
      expect(await known()).toMatchObject(then)
    },
  )

  test('who moves a call while a mail about it is on its way through the update knows the new time', async () => {
    const name = 'being confirmed'
    await asVisitor(`select public.move_managed_booking('${KEY}', id, 1, calendar_sequence, private.studio_today() + 200,
      (select id from public.time_slots where start_time = '10:00')) from public.bookings where id = '${id[name]}'`)
    await db.exec(
      `update public.bookings set known = known || jsonb_build_object('at', now() + interval '1 minute') where id = '${id[name]}'`,
    )
    await finish(leased[name] ?? {}, { outcome: 'sent', told_sequence: 1, location: usual })
    expect(await value(`select known ->> 'start_time' from public.bookings where id = '${id[name]}'`)).toBe(
      '10:00',
    )
  })

  test('every request has its row, with what the studio knew of it', async () => {
    const rows = await db.rows(`select to_jsonb(r) as row from public.requests r`)
    expect(rows).toHaveLength(names.length + Object.keys(messages).length)
    for (const { row } of rows.filter(({ row }) => (row as { kind: string }).kind === 'booking') as {
      row: Record<string, unknown>
    }[]) {
      const old = before[String(row.id)] ?? {}
      for (const column of [
        'status',
        'created_at',
        'search_text',
        'owner',
        'our_turn_since',
        'answered_at',
        'their_turn_since',
        'outcome',
      ])
        expect(row[column], column).toEqual(old[column])
    }
    expect(await value(`select count(*)::int from public.request_events where request_id is null`)).toBe(0)
    expect(
      await value(`select count(*)::int from private.waits w join public.requests r on r.id = w.request_id`),
    ).toBeGreaterThan(10)
  })
})
