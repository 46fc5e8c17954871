/** What both databases must agree on after each act. */
import type { Row, World } from './world'

/** Of a moment, whose turn it is and since when; of nobody's, not since when. */
const turns = `
  select r.turn_reason as why, r.starts, (
    select jsonb_agg(case
      when over_from <= m then 'nobody'
      when ours_from <= m then 'ours since ' || ours_from || ', due ' || due_at
      else 'theirs since ' || theirs_from || ', ours from ' || ours_from end order by nth)
    from unnest(array[now(), s - interval '49 hours', s - interval '47 hours', day_ends, now() + interval '13 days', now() + interval '15 days'])
      with ordinality moments (m, nth) where m >= now()) as turns
  from public.requests r
  cross join lateral (select r.starts at time zone 'Pacific/Auckland' as s,
    (r.starts::date + 1)::timestamp at time zone 'Pacific/Auckland' as day_ends) d
  where r.id = $1`

export interface Seen {
  row: Row
  turn: { why: string; turns: string[] }
  waiting: string[]
  lists: Row
  history: string[]
  /** How its reader sees the offer, and how it stands in the list. */
  offer: unknown
  /** Whether what became of it stands before the founders. */
  isNews: boolean
  mails: string[]
  /** What became of the words that confirm or decline a call. */
  words: string[]
}

/** What they say is compared when they are claimed. */
const callMails = ['received', 'news', 'call', 'reminder', 'reminder_day', 'reminder_hour']

export async function look(world: World): Promise<Seen> {
  // What an act on an offer makes needless waits until that can no longer be taken back; it was deleted at once.
  const needless = world.hasEndings
    ? `private.is_outdated(o)
           or o.kind = 'offer' and exists (select from public.offer_endings e where (e.offer_id, e.version) = (o.offer_id, o.version))
           or o.due_at < (select max(a.undone_until) from private.offer_acts a where a.offer_id = o.offer_id and a.undone_until > now())`
    : 'private.is_outdated(o)'
  const [seen] = await world.rows<{
    row: Row
    turn: Seen['turn'] | null
    waiting: string[]
    list: Row | null
    untold: Row[]
    late: boolean
  }>(
    `select
       (select to_jsonb(a) from (
         select r.status, r.owner, r.outcome, b.date, to_char(lower(b.period), 'HH24:MI') as start_time, to_char(upper(b.period), 'HH24:MI') as end_time,
           b.location, b.calendar_sequence - $2::int as sequence, b.link_version, b.known - 'at' as known, b.email, b.cancel_message,
           b.id is not null and private.has_open_proposal(b) as is_proposed, case when b.id is not null then private.proposed_times(b) end as times,
           case when b.id is not null then private.is_kept(b.id) and private.is_on_closed_date(b.date, b.time_slot_id) end as is_kept
         from public.requests r left join public.bookings b on b.id = r.id where r.id = $1) a) as row,
       (select to_jsonb(t) from (${turns}) t) as turn,
       coalesce((
         select jsonb_agg(concat_ws(' ', o.recipient, o.kind, l.kind, o.known_start, o.send_after, o.lease_until is not null,
           o.may_have_arrived, o.given_up_at is not null) order by 1)
         from private.outbox o left join private.letters l on l.event_id = o.letter_id
         where o.request_id = $1 and o.sent_at is null and (l.kind in ('confirm', 'decline') and exists (select from public.bookings b where b.id = $1)) is not true
           and not (o.recipient = 'visitor' and o.kind = any ($3) and exists (select from public.bookings b where b.id = $1))
           and (o.offer_id is null or o.is_waiting and (${needless}) is not true)), '[]') as waiting,
       (select to_jsonb(v) from (
         select is_upcoming, is_past, is_archived, is_undecided, is_held, is_no_show, is_lost, is_quoted, is_won
         from public.admin_requests where id = $1) v) as list,
       coalesce((select jsonb_agg(jsonb_build_array(c.difference, c.waits)) from private.find_calls_to_tell() c where c.id = $1), '[]') as untold,
       exists (select from private.find_late_calls() c where c.id = $1) as late`,
    world.id,
    world.began,
    callMails,
  )
  return {
    row: seen?.row ?? {},
    turn: seen?.turn ?? { why: '', turns: [] },
    waiting: (seen?.waiting ?? []).toSorted(),
    lists: { ...seen?.list, untold: seen?.untold, late: seen?.late },
    history: await history(world),
    ...(await offerOf(world)),
    mails: world.mails.map((mail) => JSON.stringify(hasWords(mail) ? withWords(mail) : mail)).toSorted(),
    words: await wordsOf(world),
  }
}

/** The words that confirm or decline a call were a mail of their own; now they are in the call's. */
const hasWords = ({ reply, start_time }: Row) =>
  start_time !== null && /^(confirm|decline):/.test(String(reply))
const withWords = (mail: Row) => ({
  ...mail,
  ...{ kind: null, known_date: null, known_start_time: null, known_end_time: null, known_location: null },
})

async function wordsOf(world: World): Promise<string[]> {
  const rows = await world.rows<{ words: string }>(
    `select concat_ws(' ', l.kind, l.body, l.sent_at is not null, o.lease is not null, o.may_have_arrived, o.given_up_at is not null, o.last_error) as words
     from private.letters l join public.request_events e on e.id = l.event_id join public.bookings b on b.id = e.request_id
     left join private.outbox o on o.letter_id = l.event_id
     where e.request_id = $1 and l.body is not null and l.kind in ('confirm', 'decline') order by e.id`,
    world.id,
  )
  return rows.map(({ words }) => words)
}

async function offerOf(world: World): Promise<Pick<Seen, 'offer' | 'isNews'>> {
  if (!world.offer) return { offer: null, isNews: false }
  const { offers } = await world.call<{ offers: Row[] }>('ana', 'list_offers')
  const listed = offers.find(({ id }) => id === world.offer)
  const news = world.hasEndings ? [] : await world.as('ana', 'select offer_id from public.list_offer_news()')
  // An id is another in each database.
  const nameless = { id: null, request_id: null, is_ours: null }
  return {
    offer: {
      read: { ...(await world.site<Row | null>('get_offer', world.offer)), id: null },
      listed: { ...listed, ...nameless },
      acceptance: await world.rows(
        'select version, channel, email, keep_until from public.offer_acceptances where offer_id = $1',
        world.offer,
      ),
    },
    isNews: world.hasEndings ? listed?.is_ours === true : news.length > 0,
  }
}

/** The words for what an Undo took back of an offer, by the old database and by the new one. */
const undone: Record<string, string> = {
  'sending undone': 'offered',
  'acceptance undone': 'accepted',
  'withdrawal undone': 'withdrawn',
  offer: 'withdrawn',
}

async function history(world: World): Promise<string[]> {
  const events = await world.rows<Row>(
    `select actor, kind, what, (before - 'time_slot_id') #- '{known,at}' as before, (after - 'time_slot_id') #- '{known,at}' as after, turn, waits_until, undoes is not null as undoes
     from public.request_events where request_id = $1 order by id`,
    world.id,
  )
  return events.map((event) =>
    JSON.stringify(
      event.kind === 'undone' ? { ...event, what: undone[String(event.what)] ?? event.what } : event,
    ),
  )
}
