/**
 * One call's life in a database: what people do with it, and what they read of it, each written
 * once. `Shape` has what differs between the schemas before and after the requests got one account.
 */
import type { PGlite } from '@electric-sql/pglite'
import { admin, type Caller, errorCode, visitor } from './test-database'

export type Json = Record<string, unknown>

export interface Shape {
  /** History by booking: its column, and which kinds of events have a state before and after. */
  history: { column: string; withState: string }
  /** The table and alias in which it stands when a request was answered. */
  answered: string
  /** The list's first page, an expression, with today's keys. */
  list: string
  /** Selects 'Not yet told' for the call `$id`, a row or none. */
  untold: string
  /** An admin told this visitor what was seen in the list (an expression) and of this place, or takes that back. */
  told: (id: string, isBack: boolean, seen: string, place: unknown) => string
}

const usual = 'Our video room, https://meet.southcoast.example/call'
const quote = (value: unknown) => (value == null ? 'null' : `'${String(value).replaceAll(`'`, `''`)}'`)
const place = (mail: Json) => (mail.status === 'confirmed' ? (mail.location ?? usual) : null)

export const before: Shape = {
  history: { column: 'booking_id', withState: 'change,link_copied' },
  answered: 'public.bookings',
  list: `replace(replace(public.list_requests(p_limit => 1)::text, '"waiting_since":', '"our_turn_since":'), '"waiting":', '"their_turn":')::jsonb`,
  untold: `
    with listed as (
      select c, (c #>> '{known,date}', c #>> '{known,start_time}') <> (c ->> 'date', c ->> 'start_time') as moved
      from jsonb_array_elements(public.get_untold_calls()) c where c ->> 'id' = '$id'
    )
    select jsonb_build_object(
      'change', case
        when c ->> 'status' = 'cancelled' then 'cancelled' when moved then 'moved' when (c ->> 'is_closed')::boolean then 'closed'
        when c #>> '{known,status}' = 'cancelled' or c #> '{known,closed}' is distinct from c #> '{state,closed}' then 'restored'
        else 'location' end,
      'was', case when moved then concat_ws(' ', c #>> '{known,date}', c #>> '{known,start_time}') end,
      'now', case when c ->> 'status' = 'confirmed' then coalesce(c ->> 'location', '${usual}') end, 'waits', c -> 'waits', 'state', c -> 'state')
    from listed
    union all
    select jsonb_build_object('change', 'location', 'was', null, 'now', coalesce(c ->> 'location', '${usual}'), 'waits', c -> 'waits', 'state', null)
    from jsonb_array_elements(public.get_told_calls()) c
    where c ->> 'id' = '$id' and c ->> 'told_location' <> coalesce(c ->> 'location', '${usual}') and not exists (select from listed)`,
  told: (id, isBack, seen, where) => `
    select public.set_told_location(b.id, ${quote(where)}) from public.bookings b
    where b.id = '${id}' and b.told_location <> ${quote(where)} and not ${isBack};
    select public.set_told('{${id}}', ${!isBack}, ${seen})`,
}

export const after: Shape = {
  history: { column: 'request_id', withState: 'change,link_copied' },
  answered: 'public.requests',
  list: 'public.list_requests(p_limit => 1)',
  untold: `
    select jsonb_build_object(
      'change', case
        when d ? 'cancelled' then 'cancelled' when d ? 'time' then 'moved' when d ? 'closed' then 'closed'
        when d ?| '{restored,opened}' then 'restored' when d ? 'first' then 'first' else 'location' end,
      'was', case when d ? 'time' then concat_ws(' ', c #>> '{known,date}', c #>> '{known,start_time}') end,
      'now', case when c ->> 'status' = 'confirmed' then c #> '{state,wording}' end, 'waits', c -> 'waits', 'state', c -> 'state')
    from (select c, c -> 'difference' as d from jsonb_array_elements(public.get_calls_to_tell()) c where c ->> 'id' = '$id') listed`,
  told: (id, isBack, seen) =>
    isBack ? `select public.undo_known('{${id}}')` : `select public.set_known('{${id}}', ${seen})`,
}

/** What somebody does. `n` is one of the sequence's three times, dates or places. */
export type Act =
  | { do: 'book' | 'bookFor' | 'visitorMoves' | 'move' | 'location' | 'close' | 'open'; n: number }
  | { do: 'cancel' | 'erase' | 'undo' | 'correct' }
  | { do: 'status'; status: 'pending' | 'confirmed' | 'cancelled' }
  | { do: 'reply'; kind: string; isMailed: boolean }
  | { do: 'told'; isBack: boolean }
  | { do: 'claim'; result: 'sent' | 'kept' | 'failed' | 'refused' | 'lost'; isSlow: boolean }

const KEY = 'site key'
const starts = ['09:00', '10:00', '11:00']
const ends = ['10:00', '11:00', '12:00']
const slot = (n: number) => `00000000-0000-4000-8000-0000000000e${n}`
const uuid = (kind: string, nth: number, n = 0) =>
  `${kind.repeat(8)}-0000-4000-8000-${(nth * 1000 + n).toString().padStart(12, '0')}`

/** Three times on each day, the site's key, and caps that nobody reaches. */
export const furniture = `
  delete from public.recurring_availability; delete from public.time_slots;
  insert into public.time_slots (id, start_time, end_time, duration_minutes)
  values ${starts.map((start, n) => `('${slot(n)}', '${start}', '${ends[n]}', 60)`).join()};
  insert into public.recurring_availability (day_of_week, time_slot_id) select d, id from generate_series(0, 6) d, public.time_slots;
  update private.submission_caps set max = 1000000;
  select public.set_site_key(encode(sha256('${KEY}'), 'hex'), true);`

/** The call of the `nth` sequence in one of the databases, with its three dates. */
export class Call {
  /** The mails to its visitor that wait, or are on their way, but for the reminder. */
  mails: Json[] = []
  private id = '00000000-0000-4000-8000-000000000000'
  row: Json = {}
  /** As 'Not yet told' shows it, and as it did when 'Told them' was pressed. */
  listed: Json | null = null
  private pressed: Json | null = null
  private reply: string | null = null
  /** Mails on their way, whose result is stored after the next act. */
  private underway: { mail: Json; result: Json }[] = []

  constructor(
    private db: PGlite,
    private shape: Shape,
    private nth: number,
    private dates: string[],
  ) {}

  /** Whether an admin sees the button for it. */
  isOffered(act: Act): boolean {
    if (act.do === 'undo') return this.reply !== null
    if (act.do === 'told') return (act.isBack ? this.pressed : this.listed) !== null
    return act.do !== 'reply' || act.kind !== 'change' || this.listed !== null
  }

  /** Does it. Returns its error code, or for a claim the mails with their results. */
  async act(act: Act, n: number): Promise<unknown> {
    const underway = this.underway.splice(0)
    const said = act.do === 'claim' ? await this.claim(act) : await this.call(act, n)
    for (const { mail, result } of underway) await this.finish(mail, result)
    return said
  }

  private async call(act: Exclude<Act, { do: 'claim' }>, n: number): Promise<string> {
    const byVisitor = ['book', 'correct', 'visitorMoves', 'cancel', 'erase'].includes(act.do)
    let noted: unknown
    const outcome = await errorCode(
      this.run(byVisitor ? visitor : admin, this.sql(act, n)).then(([row]) => {
        noted = row?.noted
        if (act.do === 'book') this.id = (row?.create_booking as Json).id as string
        if (act.do === 'bookFor') this.id = row?.book_call as string
      }),
    )
    if (act.do === 'reply' && outcome === 'accepted') this.reply = uuid('e', this.nth, n)
    if (act.do === 'undo') this.reply = null
    if (act.do === 'told') this.pressed = act.isBack ? null : this.listed
    return noted === false ? 'nothing' : outcome
  }

  private sql(act: Exclude<Act, { do: 'claim' }>, n: number): string {
    const { id, row, nth, dates } = this
    const at = 'n' in act ? act.n : 0
    const time = `'${dates[at]}', '${starts[at]}', '${ends[at]}'`
    const link = `'${KEY}', '${id}', ${row.link_version ?? 1}`
    const create = (email: string, on: unknown, slotId: unknown) =>
      `select public.create_booking('Ana', '${email}', '${on}', '${slotId}', 'Hello', '${uuid('f', nth)}', null, '${KEY}')`
    switch (act.do) {
      case 'book':
        return create(`ana${nth}@example.com`, dates[at], slot(at))
      case 'correct':
        return create(`ann${nth}@example.com`, row.date, row.time_slot_id)
      case 'bookFor':
        return `select public.book_call('${uuid('f', nth)}', 'Ana', 'ana${nth}@example.com', ${time})`
      case 'visitorMoves':
        return `select public.move_managed_booking(${link}, ${row.calendar_sequence}, '${dates[at]}', '${slot(at)}')`
      case 'cancel':
        return `select public.cancel_managed_booking(${link}, ${row.calendar_sequence}, 'Ill')`
      case 'erase':
        return `select public.erase_managed_booking(${link}, '${row.email}')`
      case 'status':
        return `update public.bookings set status = '${act.status}' where id = '${id}' and revision = ${row.revision} returning status`
      case 'move':
        return `select public.move_booking('${id}', '${JSON.stringify({ status: row.status, date: row.date, start_time: row.start_time })}', ${time})`
      case 'location':
        return `update public.bookings set location = ${['null', `'Room A'`, `'Room B'`][at]} where id = '${id}' returning location`
      case 'close':
        return `select public.close_dates('${dates[at]}', '${dates[at]}')`
      case 'open':
        return `select public.reopen_dates('${dates[at]}', '${dates[at]}')`
      case 'reply': {
        const text = act.isMailed || act.kind === 'change' ? `'About your call', 'Words ${n}'` : 'null, null'
        return `select public.send_reply('${uuid('e', nth, n)}', '${id}', ${row.revision}, '${act.kind}', ${text})`
      }
      case 'undo':
        return `select public.undo_reply('${this.reply}')`
      case 'told': {
        const { state = null, now = null } = (act.isBack ? null : this.listed) ?? {}
        const seen = state ? `jsonb_build_object('${id}', ${quote(JSON.stringify(state))}::jsonb)` : 'null'
        return `${this.shape.told(id, act.isBack, seen, now)};
          reset role; select exists (select from public.request_events where kind = 'told' and at = now()) as noted`
      }
    }
  }

  private async claim({ result, isSlow }: Extract<Act, { do: 'claim' }>): Promise<Json[]> {
    const [row] = await this.run(visitor, `select public.claim_mail('${KEY}', 50) as mails`)
    const read: Json[] = []
    for (const mail of row?.mails as Json[]) {
      const done = sent(mail, result === 'kept')
      if (!done) await this.finish(mail, { outcome: 'unneeded', told_sequence: mail.calendar_sequence })
      else read.push({ ...says(mail), result })
      const stored = { sent: done, kept: done, lost: null }[result as string] ?? {
        outcome: result,
        error: '450',
      }
      if (!done || result === 'lost') continue
      if (isSlow) this.underway.push({ mail, result: stored })
      else await this.finish(mail, stored)
    }
    return read.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }

  /** For a sequence that is not read to its end. */
  remove = () => this.db.query('delete from public.bookings where id = $1', [this.id])

  /** Raises nothing: a site whose lease has ended can do nothing. */
  private finish(mail: Json, result: Json) {
    const sql = `select public.finish_mail('${KEY}', '${mail.id}', '${mail.lease}', ${quote(JSON.stringify(result))})`
    return errorCode(this.run(visitor, sql))
  }

  /** What is read of the call now; whose turn it is and the counts only if asked for. */
  async read(withList: boolean): Promise<Record<'untold' | 'history' | 'page' | 'turn' | 'counts', unknown>> {
    const { id, shape } = this
    const [row] = await this.run(
      { ...admin, role: 'service_role' },
      `reset role; select
        (select to_jsonb(b) || jsonb_build_object('start_time', to_char(lower(b.period), 'HH24:MI')) from public.bookings b where b.id = '${id}') as row,
        (${shape.untold.replaceAll('$id', id)}) as untold,
        coalesce((select jsonb_agg(to_jsonb(o)) from private.outbox o where o.${shape.history.column} = '${id}' and o.recipient = 'visitor'
          and o.kind <> 'reminder' and o.sent_at is null and o.given_up_at is null), '[]') as mails,
        ${withList ? this.shape.list : 'null'} as list,
        public.get_managed_booking('${KEY}', '${id}') as managed, (select answered_at from ${shape.answered} where id = '${id}') as answered,
        (select jsonb_agg(jsonb_build_array(e.at, e.actor, e.kind, e.what,
            case when e.kind = any ('{${shape.history.withState}}') then jsonb_build_array(e.before, e.after) end) order by e.id)
          from public.request_events e where e.${shape.history.column} = '${id}' and e.kind <> 'told') as history`,
    )
    const { row: stored, untold, mails, list, managed, answered, history } = row as Record<string, Json | null>
    this.row = stored ?? {}
    this.listed = untold ?? null
    this.mails = mails as unknown as Json[]
    const { state: _, ...shown } = untold ?? {}
    const { rows = [], counts } = (list ?? {}) as { rows?: Json[]; counts?: unknown }
    const [{ id: _id, revision: _revision, ...turn } = {} as Json] = rows
    const { id: _managed, where: _where, ...page } = managed ?? {}
    return { untold: untold && shown, history, page, turn: { ...turn, answered }, counts }
  }

  private async run({ role, claims = {} }: Caller, sql: string): Promise<Json[]> {
    const claimed = quote(JSON.stringify(claims))
    try {
      const results = await this.db.exec(
        `begin; select set_config('role', '${role}', true), set_config('request.jwt.claims', ${claimed}, true); ${sql}; commit`,
      )
      return (results.at(-2)?.rows ?? []) as Json[]
    } catch (error) {
      await this.db.exec('rollback')
      throw error
    }
  }
}

/** What the site says of a delivered or saved mail; null if it finds that it is not needed. */
function sent(mail: Json, kept: boolean): Json | null {
  if (mail.kind === 'location' && mail.told_location === place(mail)) return null
  if (kept) return { outcome: 'sent', kept }
  const tells = mail.recipient === 'visitor' && (!mail.reply || (mail.reply as Json).kind === 'confirm')
  return {
    outcome: 'sent',
    kept,
    location: tells ? place(mail) : null,
    told_sequence: mail.calendar_sequence,
  }
}

/** What a mail tells its reader, as lib/content/mail.ts words it. */
function says(mail: Json): Json {
  const reply = mail.reply && { ...(mail.reply as Json), thread: undefined }
  const isMoved =
    mail.known_date != null && (mail.known_date !== mail.date || mail.known_start_time !== mail.start_time)
  return {
    to: `${mail.recipient} ${mail.email}`,
    words: reply ?? (isMoved && mail.recipient === 'visitor' && mail.kind !== 'cancelled' ? 'moved by us' : mail.kind),
    call: `${mail.status} ${mail.date} ${mail.start_time}`,
    was: isMoved && !mail.reply ? `${mail.known_date} ${mail.known_start_time}` : null,
    where: mail.recipient === 'visitor' ? place(mail) : null,
    notAnyMore: mail.kind === 'location' ? mail.told_location : null,
    sequence: mail.calendar_sequence,
    link: mail.link_version,
  }
}
