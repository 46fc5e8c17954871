/** What people do, by name, in both databases. */
import { createHash } from 'node:crypto'
import { founderIds, type Row, type Who, type World } from './world'

export type Founder = 'ana' | 'bo'
/** One act of a sequence; `form` is the id that its form has, the same in both. */
export interface Act {
  name: string
  who: Founder
  form: string
  /** Of an Undo the act that it takes back, as a place in the sequence. */
  of?: number
  /** How many acts ago the page was read that it is pressed on. */
  stale: number
}
/** What is kept of an act that was done, for its Undo. */
export interface Done {
  act: Act
  revision: number | null
  /** How the row was before it. */
  before: Row
}

let now = 0
const RealDate = Date
/** The clock of both databases stands still but for this. */
export function setClock(time: number) {
  now = time
}
export const pass = (ms: number) => void (now += ms)
class Virtual extends RealDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [now] : args) as [number]))
  }
  static override now() {
    return now
  }
}
export function useVirtualClock() {
  globalThis.Date = Virtual as DateConstructor
}
const SECOND = 1000
export const HOUR = 3_600_000

const hash = createHash('sha256').update('An offer\n', 'utf8').digest('hex')
const slot = (hour: number) => `00000000-0000-4000-8000-0000000000${String(hour).padStart(2, '0')}`
const dateIn = (world: World, days: number) =>
  world.value<string>('select (private.studio_today() + $1::int)::text', days)

/** What a sequence is about. */
export interface Start {
  kind: 'booking' | 'inquiry' | 'booked for'
  days: number
  email: string
}
export async function begin(world: World, { kind, days, email }: Start) {
  const date = await dateIn(world, days)
  held.delete(world)
  if (kind === 'booked for') {
    world.id = await world.call(
      'ana',
      'book_call',
      formOf(email),
      'Ana',
      email,
      date,
      '09:00',
      '10:00',
      false,
    )
  } else if (kind === 'booking') {
    const args = ['Ana', email, date, slot(9), 'Hello', formOf(email), null, 'the site’s key']
    world.id = (await world.call<{ id: string }>('visitor', 'create_booking', ...args)).id
  } else {
    const args = ['Ana', email, 'Hello', formOf(email), null, 'the site’s key']
    world.id = (await world.call<{ id: string }>('visitor', 'create_inquiry', ...args)).id
  }
  world.began =
    (await world.value<number>('select calendar_sequence from public.bookings where id = $1', world.id)) ?? 0
}
const formOf = (of: string) => {
  const hex = createHash('sha256').update(of).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
export { formOf }

export const statusActs: Record<string, string> = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  pend: 'pending',
  read: 'read',
  replied: 'replied',
  archive: 'archived',
}
const letters = [
  'confirm',
  'propose',
  'decline',
  'answer',
  'follow_up',
  'after_call',
  'offer',
  'offer_withdrawn',
]
export const isLetter = (name: string) => /^(mail|say) /.test(name) || name === 'ask'

const callNames = [
  ...[
    'confirm',
    'confirm',
    'confirm',
    'cancel',
    'pend',
    'move',
    'move away',
    'move to tomorrow',
    'make it longer',
  ],
  ...['to the café', 'to the usual place', 'told', 'told', 'another usual place', 'mail the place'],
  ...[
    'mail confirm',
    'say confirm',
    'mail decline',
    'say decline',
    'mail propose',
    'say propose',
    'ask',
    'ask',
  ],
  ...[
    'stays',
    'stays',
    'close',
    'open',
    'visitor moves',
    'visitor moves',
    'visitor moves back',
    'visitor cancels',
  ],
  ...[
    'new address',
    'is tomorrow',
    'is past',
    'held',
    'no show',
    'lost',
    'say after_call',
    'mail after_call',
  ],
]
const messageNames = [
  'read',
  'read',
  'replied',
  'replied',
  'archive',
  'archive',
  'mail propose',
  'say propose',
  'mail decline',
  'say decline',
]
const offerNames = [
  ...['offer', 'offer by hand', 'undo offer', 'withdraw', 'undo withdraw'],
  ...['accept', 'accept the one before', 'accept by email', 'undo accept by email'],
  ...['decline', 'decline the one before'],
]
const bothNames = [
  ...['mail answer', 'say answer', 'mail follow_up', 'say follow_up', 'say offer', 'say offer_withdrawn'],
  ...['elsewhere', 'not needed', 'they answered', 'they answered', 'note', 'owner', 'copy link'],
  ...offerNames,
  ...[
    'send',
    'send',
    'send',
    'keep',
    'fail',
    'refuse',
    'unanswered',
    'begin',
    'end',
    'end as failed',
    'end as refused',
    'lose',
  ],
  ...[
    'wait 30 seconds',
    'wait 3 hours',
    'wait 30 hours',
    'wait 3 days',
    'write again',
    'book again',
    'erase',
  ],
  ...['repeat', 'mail switched off for 3 weeks'],
]
const lifeOfAnOffer = [
  ...offerNames,
  ...['send', 'send', 'wait 30 seconds', 'wait 3 days', 'mail switched off for 3 weeks', 'erase'],
]
/** Of a call's mails. */
const mailNames = [
  ...['send', 'send', 'keep', 'fail', 'refuse', 'unanswered', 'begin', 'begin', 'begin', 'lose', 'lose'],
  ...['end', 'end as failed', 'end as refused', 'wait 30 seconds', 'wait 3 hours', 'wait 30 hours'],
  ...['confirm', 'cancel', 'pend', 'move', 'to the café', 'told', 'visitor moves', 'visitor cancels'],
]
/** Of letters that confirm or decline a call. */
const letterNames = [
  ...[
    'mail confirm',
    'mail confirm',
    'mail decline',
    'begin',
    'lose',
    'send',
    'send',
    'refuse',
    'pend',
    'move',
  ],
  ...['end', 'end as failed', 'end as refused', 'told', 'visitor moves', 'new address', 'mail the place'],
]
/** What a sequence can have; with `about` 'offers', 'mails' or 'letters' mostly those. */
export const namesFor = (kind: Start['kind'], about?: string) => [
  ...(about === 'mails' ? [...mailNames, ...mailNames, ...mailNames] : []),
  ...(about === 'letters' ? Array<string[]>(12).fill(letterNames).flat() : []),
  ...(kind === 'inquiry' ? messageNames : callNames),
  ...(about === 'offers'
    ? Array<string[]>(20).fill(lifeOfAnOffer).flat()
    : kind === 'inquiry'
      ? messageNames
      : callNames),
  ...bothNames,
]

const held = new WeakMap<World, Row[]>()
async function claim(world: World) {
  const claimed = await world.site<Row[]>('claim_mail', 50)
  for (const mail of claimed) {
    const reply = mail.reply as Row | undefined
    world.mails.push({
      ...Object.fromEntries(
        [
          'recipient',
          'kind',
          'email',
          'status',
          'date',
          'start_time',
          'end_time',
          'location',
          'known_date',
          'known_start_time',
          'known_end_time',
          'known_location',
          'cancel_message',
          'is_soon',
          'link_version',
          'version',
          'ended_reason',
        ].map((key) => [key, mail[key] ?? null]),
      ),
      sequence:
        typeof mail.calendar_sequence === 'number' && mail.about_id === world.id
          ? mail.calendar_sequence - world.began
          : null,
      reply: reply ? `${String(reply.kind)}: ${String(reply.body)}` : null,
    })
  }
  return claimed
}
async function finish(world: World, mails: Row[], result: Row) {
  for (const mail of mails) await world.site('finish_mail', mail.id, mail.lease, result)
}
const results: Record<string, Row> = {
  send: { outcome: 'sent', kept: false },
  keep: { outcome: 'sent', kept: true },
  fail: { outcome: 'failed', error: '451' },
  refuse: { outcome: 'refused', error: '550' },
  unanswered: { outcome: 'unanswered' },
  end: { outcome: 'sent', kept: false },
  'end as failed': { outcome: 'failed', error: '451' },
  'end as refused': { outcome: 'refused', error: '550' },
}

/** Time that passes before an act, in both. */
export function timeBefore(name: string): number {
  if (['send', 'keep', 'fail', 'refuse', 'unanswered', 'begin'].includes(name)) return 61 * SECOND
  if (name === 'lose') return 13 * 60 * SECOND
  const waited = {
    'wait 30 seconds': 30 * SECOND,
    'wait 3 hours': 3 * HOUR,
    'wait 30 hours': 30 * HOUR,
    'wait 3 days': 72 * HOUR,
    'mail switched off for 3 weeks': 504 * HOUR,
  }
  return waited[name as keyof typeof waited] ?? 2 * SECOND
}

export async function stateOf(world: World): Promise<Row> {
  const [row = {}] = await world.rows(
    `select r.status, r.owner, r.outcome, b.date::text, to_char(lower(b.period), 'HH24:MI') as start_time, to_char(upper(b.period), 'HH24:MI') as end_time, b.location, b.email,
       coalesce(b.revision, i.revision) as revision, b.calendar_sequence
     from public.requests r left join public.bookings b on b.id = r.id left join public.inquiries i on i.id = r.id where r.id = $1`,
    world.id,
  )
  return row
}

/** Does an act; returns the revision that it made, null for none. Throws as the database does. */
export async function does(world: World, act: Act, done: Done[], before: Row): Promise<number | null> {
  const { name, who, form } = act
  const { id } = world
  const isCall = await world.isCall()
  const table = isCall ? 'bookings' : 'inquiries'
  const seen = done[Math.max(0, done.length - act.stale)]?.before.revision ?? before.revision
  const revision = act.stale === 0 ? before.revision : seen
  const press = (fn: string, ...args: unknown[]) => world.call<unknown>(who, fn, ...args)
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const answer = async (kind: string, text: string | null, times: Row[] = []) => {
    const args = [form, id, revision, kind, text, text, JSON.stringify(times)]
    const rows = await world.as(
      who,
      'select public.send_reply($1, $2, $3, $4, $5, $6, $7::jsonb) as v',
      ...args,
    )
    return number(rows[0]?.v)
  }
  const move = async (date: string, start: string, end: string) => {
    const state = { status: before.status, date: before.date, start_time: before.start_time }
    return number(await press('move_booking', id, state, date, start, end, true))
  }
  const visitor = async (fn: string, ...args: unknown[]) => {
    const [row] = await world.rows(
      'select link_version, calendar_sequence from public.bookings where id = $1',
      id,
    )
    await world.site(`${fn}_managed_booking`, id, row?.link_version, row?.calendar_sequence, ...args)
    return null
  }
  const other = await dateIn(world, 16)
  const times = [{ date: other, time_slot_id: slot(11) }]
  const status = statusActs[name]
  if (status) {
    const rows = await world.as<{ revision: number }>(
      who,
      `update public.${table} set status = $2 where id = $1 and status = $3 and status <> $2 returning revision`,
      id,
      status,
      before.status,
    )
    return rows[0]?.revision ?? null
  }
  const letter = letters.find((kind) => name === `mail ${kind}` || name === `say ${kind}`)
  if (letter)
    return answer(
      letter,
      name.startsWith('mail') ? `Kia ora, ${form.slice(0, 6)}` : null,
      letter === 'propose' && isCall ? times : [],
    )
  if (name in results && !name.startsWith('end')) {
    await finish(world, await claim(world), results[name] as Row)
    return null
  }
  if (name.startsWith('wait')) return null
  switch (name) {
    case 'repeat': {
      // The last letter once more, after a lost response.
      const last = done.findLast(
        (one, place) =>
          isLetter(one.act.name) &&
          one.act.name !== 'ask' &&
          !done.some(({ act: later }) => later.of === place),
      )
      if (!last) return null
      return does(world, { ...last.act, who, stale: 0 }, [], before).then(() => null)
    }
    case 'mail switched off for 3 weeks':
      await finish(world, await claim(world), results.send as Row)
      return null
    case 'begin':
      held.set(world, await claim(world))
      return null
    case 'end':
    case 'end as failed':
    case 'end as refused': {
      const mails = held.get(world) ?? []
      held.set(world, [])
      await finish(world, mails, results[name] as Row)
      return null
    }
    case 'lose':
      held.set(world, [])
      return null
    case 'ask': {
      const asked = {
        id: form,
        request_id: id,
        revision,
        subject: 'Kia ora',
        body: `Another? ${form.slice(0, 6)}`,
        times,
      }
      const rows = await world.as(
        who,
        'select public.send_proposals($1::jsonb) as v',
        JSON.stringify([asked]),
      )
      const value = rows[0]?.v as Row | string[]
      const left =
        Array.isArray(value) || typeof value === 'string' ? String(value).includes(id) : value[id] === null
      if (left) throw Object.assign(new Error('left'), { code: 'P0001' })
      return Array.isArray(value) || typeof value === 'string' ? null : number(value[id])
    }
    case 'stays': {
      const rows = await world.as(who, 'select public.keep_calls($1::uuid[]) as v', `{${id}}`)
      const value = rows[0]?.v as Row | string
      const kept =
        typeof value === 'string' || Array.isArray(value) ? String(value).includes(id) : id in value
      if (!kept) throw Object.assign(new Error('left'), { code: 'P0001' })
      return typeof value === 'object' && !Array.isArray(value) ? number(value[id]) : null
    }
    case 'move':
      return move(String(before.date), '13:00', '14:00')
    case 'move away':
      return move(await dateIn(world, 12), '15:00', '16:00')
    case 'move to tomorrow':
      return move(await dateIn(world, 1), '13:00', '14:00')
    case 'make it longer':
      return move(
        String(before.date),
        String(before.start_time),
        `${Number(String(before.start_time).slice(0, 2)) + 1}:30`,
      )
    case 'to the café':
    case 'to the usual place': {
      const rows = await world.as<{ revision: number }>(
        who,
        'update public.bookings set location = $2 where id = $1 and location is distinct from $2 returning revision',
        id,
        name === 'to the café' ? 'The café' : null,
      )
      return rows[0]?.revision ?? null
    }
    case 'another usual place': {
      const settings = await world.call<Row>(who, 'get_settings')
      const to = (settings.location as Row).name === 'Room' ? 'The new room' : 'Room'
      await press(
        'set_settings',
        { location: { kind: 'video', name: to, url: 'https://meet.example/room' } },
        settings,
      )
      return null
    }
    case 'mail the place':
      await world.as(who, 'select public.mail_location($1::uuid[])', `{${id}}`)
      return null
    case 'told': {
      const state = await world.value<string>(
        'select jsonb_build_object(id, private.call_state(b))::text from public.bookings b where id = $1',
        id,
      )
      const rows = await world.as(
        who,
        'select public.set_known($1::uuid[], $2::text::jsonb) as v',
        `{${id}}`,
        state,
      )
      const value = rows[0]?.v as Record<string, { revision: number | null }>
      return number(value?.[id]?.revision)
    }
    case 'elsewhere':
      return number(await press('set_answered', id, true, true))
    case 'not needed':
      return number(await press('set_answered', id, true, false))
    case 'they answered':
      return number(await press('set_answered', id, false))
    case 'note':
      await press('add_note', form, id, 'A note')
      return null
    case 'owner': {
      const to = before.owner === founderIds[who] ? null : founderIds[who]
      return number(await press('set_owner', id, to, { owner: before.owner }))
    }
    case 'held':
      return number(await press('set_outcome', id, 'held'))
    case 'no show':
      return number(await press('set_outcome', id, 'no_show'))
    case 'lost':
      return number(await press('set_outcome', id, 'lost', 'Too dear'))
    case 'copy link':
      if (isCall) await press('copy_visitor_link', id)
      return null
    case 'close':
      await press('close_dates', before.date, before.date)
      return null
    case 'open':
      await press('reopen_dates', before.date, before.date)
      return null
    case 'visitor moves':
      return visitor('move', other, slot(11))
    case 'visitor moves back':
      return visitor('move', await dateIn(world, 8), slot(9))
    case 'visitor cancels':
      return visitor('cancel')
    case 'new address':
      await world.rows(
        `update public.bookings set email = 'new.' || email where id = $1 and email not like 'new.%' and not private.is_erased(email)`,
        id,
      )
      return null
    case 'is tomorrow':
      await world.rows('update public.bookings set date = private.studio_today() + 1 where id = $1', id)
      return null
    case 'is past':
      await world.rows('update public.bookings set date = private.studio_today() - 2 where id = $1', id)
      return null
    case 'erase':
      await press('erase_person', before.email ?? (await world.value('select private.email_of($1)', id)))
      return null
    case 'write again':
    case 'book again': {
      const email = await world.value<string>('select private.email_of($1)', id)
      if (email.startsWith('erased')) return null
      if (name === 'write again')
        await world.call('visitor', 'create_inquiry', 'Ana', email, 'Once more', form, null, 'the site’s key')
      else
        await world.call(
          'visitor',
          'create_booking',
          'Ana',
          email,
          await dateIn(world, 20),
          slot(17),
          null,
          form,
          null,
          'the site’s key',
        )
      return null
    }
    default:
      await ofOffer(world, act)
      return null
  }
}

async function ofOffer(world: World, { name, who }: Act) {
  const press = (fn: string, ...args: unknown[]) => world.call<unknown>(who, fn, ...args)
  const version = () =>
    world.value<number>('select max(version) from public.offer_versions where offer_id = $1', world.offer)
  const none = Object.assign(new Error('no offer'), { code: 'P0001' })
  if (name === 'offer' || name === 'offer by hand') {
    const [had] = await world.rows<{ draft_revision: number }>(
      'select draft_revision from public.offers where request_id = $1',
      world.id,
    )
    const draft = await world.call<{ id: string; draft_revision: number }>(
      who,
      'save_offer_draft',
      world.id,
      { title: 'An app' },
      had?.draft_revision ?? 0,
    )
    world.offer = draft.id
    await world.as(
      who,
      `select public.send_offer($1, $2, '{}', E'An offer\\n', 1380000, $3::date, $4)`,
      draft.id,
      draft.draft_revision,
      await dateIn(world, 14),
      name === 'offer',
    )
    return
  }
  if (!world.offer) throw none
  const email = await world.value<string>(
    'select private.email_of(request_id) from public.offers where id = $1',
    world.offer,
  )
  const answered = async () => (await version()) - (name.endsWith('before') ? 1 : 0)
  const link = () => world.value<number>('select link_version from public.offers where id = $1', world.offer)
  if (name in offerUndos) await undoOffer(world, who, name)
  else if (name === 'withdraw') {
    const takesVersion = await world.value<boolean>(
      `select 'p_version' = any (proargnames) from pg_proc where proname = 'withdraw_offer'`,
    )
    await press('withdraw_offer', world.offer, ...(takesVersion ? [await version()] : []))
  } else if (name === 'accept by email')
    await press('record_acceptance', world.offer, await version(), 'Yes please.', 7)
  else if (name === 'accept' || name === 'accept the one before')
    await world.site(
      'accept_offer',
      world.offer,
      await link(),
      await answered(),
      hash,
      'Ana',
      email,
      'I accept it.',
      7,
    )
  else if (name === 'decline' || name === 'decline the one before')
    await world.site('decline_offer', world.offer, await link(), await answered(), hash, email, 'Too soon')
  else throw new Error(`There is no act '${name}'`)
}

/** The Undos of an offer: the old database had a function for each. */
export const offerUndos = {
  'undo offer': [
    'undo_offer',
    'select revision from public.offer_versions where offer_id = $1 order by version desc limit 1',
  ],
  'undo withdraw': [
    'undo_withdrawal',
    'select revision from public.offer_endings where offer_id = $1 and version = (select max(version) from public.offer_versions where offer_id = $1)',
  ],
  'undo accept by email': [
    'undo_acceptance',
    'select revision from public.offer_acceptances where offer_id = $1',
  ],
}
async function undoOffer(world: World, who: Founder, name: string) {
  const [fn, revisionOf] = offerUndos[name as keyof typeof offerUndos] as [string, string]
  if (world.hasEndings) {
    const revision = await world.value<number | null>(revisionOf, world.offer)
    if (revision === null || revision === undefined)
      throw Object.assign(new Error('minute_over'), { code: 'P0001' })
    await world.call(who, 'undo_act', world.id, revision)
  } else if (fn === 'undo_offer')
    await world.call(
      who,
      fn,
      world.offer,
      await world.value('select max(version) from public.offer_versions where offer_id = $1', world.offer),
    )
  else await world.call(who, fn, world.offer)
}

/** Which acts an admin can take back. */
export const canUndo = ({ name }: Act) =>
  name in statusActs ||
  isLetter(name) ||
  [
    'move',
    'move away',
    'move to tomorrow',
    'make it longer',
    'to the café',
    'to the usual place',
    'told',
    'elsewhere',
    'not needed',
    'they answered',
    'owner',
    'held',
    'no show',
    'lost',
    'stays',
  ].includes(name)

/** Takes an act back, by the revision that it made. */
export async function undoes(world: World, { revision }: Done, who: Who): Promise<string> {
  return String(await world.call(who, 'undo_act', world.id, revision))
}
