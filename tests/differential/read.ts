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
  mails: string[]
}

export async function look(world: World): Promise<Seen> {
  const letters =
    world.name === 'old'
      ? 'private.replies l on l.id = o.reply_id'
      : 'private.letters l on l.event_id = o.letter_id'
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
           b.location, b.calendar_sequence - $2::int as sequence, b.link_version, b.known, b.email, b.cancel_message,
           b.id is not null and private.has_open_proposal(b) as is_proposed, case when b.id is not null then private.proposed_times(b) end as times,
           case when b.id is not null then private.is_kept(b.id) and private.is_on_closed_date(b.date, b.time_slot_id) end as is_kept
         from public.requests r left join public.bookings b on b.id = r.id where r.id = $1) a) as row,
       (select to_jsonb(t) from (${turns}) t) as turn,
       coalesce((
         select jsonb_agg(concat_ws(' ', o.recipient, o.kind, l.kind, o.act, o.must_go, o.known_start, o.send_after, o.lease_until is not null,
           o.may_have_arrived, o.given_up_at is not null) order by 1)
         from private.outbox o left join ${letters} where o.request_id = $1 and o.sent_at is null), '[]') as waiting,
       (select to_jsonb(v) from (
         select is_upcoming, is_past, is_archived, is_undecided, is_held, is_no_show, is_lost, is_quoted, is_won
         from public.admin_requests where id = $1) v) as list,
       coalesce((select jsonb_agg(jsonb_build_array(c.difference, c.waits)) from private.find_calls_to_tell() c where c.id = $1), '[]') as untold,
       exists (select from private.find_late_calls() c where c.id = $1) as late`,
    world.id,
    world.began,
  )
  return {
    row: seen?.row ?? {},
    turn: seen?.turn ?? { why: '', turns: [] },
    waiting: (seen?.waiting ?? []).toSorted(),
    lists: { ...seen?.list, untold: seen?.untold, late: seen?.late },
    history: await (world.name === 'old' ? oldHistory(world) : newHistory(world)),
    mails: world.mails.map((mail) => JSON.stringify(mail)).toSorted(),
  }
}

interface Event {
  actor: string
  kind: string
  what: string | null
  before: Row | null
  after: Row | null
  undone: string | null
}

const keys = ['status', 'date', 'start_time', 'end_time', 'location']
/** 'ana: status pending → confirmed', of what changed. */
function change({ actor, before, after }: Event): string[] {
  const changed = keys.filter(
    (key) => key !== 'end_time' && before && key in before && before[key] !== after?.[key],
  )
  return changed.length > 0
    ? [
        `${actor}: ${changed.map((key) => `${key} ${String(before?.[key])} → ${String(after?.[key])}`).join(', ')}`,
      ]
    : []
}

/**
 * What changed, by whom; and what was done beside that. What SQL did is in the new one alone; that a call on a closed date
 * stays is part of another event there, and is compared by `is_kept`.
 */
async function oldHistory(world: World): Promise<string[]> {
  const events = await world.rows<Event>(
    'select actor, kind, what, before, after from public.request_events where request_id = $1 order by id',
    world.id,
  )
  return events
    .filter(({ kind }) => kind !== 'kept')
    .flatMap((event) =>
      event.kind === 'change'
        ? event.before
          ? change(event)
          : [`${event.actor}: began`]
        : [
            `${event.actor}: ${event.kind} ${['owner', 'outcome'].includes(event.kind) ? '' : (event.what ?? '')}`,
          ],
    )
    .toSorted()
}

async function newHistory(world: World): Promise<string[]> {
  const events = await world.rows<Event>(
    `select e.actor, e.kind, e.what, e.before, e.after, u.kind as undone
     from public.request_events e left join public.request_events u on u.id = e.undoes where e.request_id = $1 order by e.id`,
    world.id,
  )
  return events
    .filter(({ actor }) => actor !== 'database')
    .flatMap((event) => {
      const { actor, kind, what, undone } = event
      if (['booked', 'wrote'].includes(kind)) return [`${actor}: began`]
      if (kind === 'booked_for') return [`${actor}: began`, `${actor}: status pending → confirmed`]
      const deed = (name: string, more = '') => `${actor}: ${name} ${more}`
      const deeds: string[] = []
      const letters = [
        'confirm',
        'propose',
        'decline',
        'answer',
        'after_call',
        'follow_up',
        'offer',
        'offer_withdrawn',
      ]
      if (kind === 'undone') {
        if (what === 'reply') deeds.push(deed('reply', 'undone'))
        else if (undone === 'elsewhere' || undone === 'not_needed') deeds.push(deed('answered', 'undone'))
        else if (undone === 'asked') deeds.push(deed('reopened', 'undone'))
        else if (undone === 'told') deeds.push(deed('told', 'taken back'))
        else if (undone === 'kept') deeds.push()
        else if (what?.endsWith(' undone')) deeds.push(deed('offer', what))
        else if (undone === 'owner') deeds.push(deed('owner'))
        else if (undone === 'outcome') deeds.push(deed('outcome'))
      } else if (kind === 'elsewhere') deeds.push(deed('answered'))
      else if (kind === 'not_needed') deeds.push(deed('answered', 'not needed'))
      else if (kind === 'asked') deeds.push(deed('reopened'))
      else if (['accepted', 'declined'].includes(kind))
        deeds.push(deed('offer', what ? `${kind} ${what}` : kind))
      else if (letters.includes(what ?? '')) deeds.push(deed('reply', what ?? ''))
      else if (['offered', 'withdrawn', 'offer'].includes(kind)) deeds.push(deed('offer', what ?? ''))
      else if (['owner', 'outcome'].includes(kind)) deeds.push(deed(kind))
      else if (['told', 'note', 'link_copied'].includes(kind)) deeds.push(deed(kind, what ?? ''))
      return [...deeds, ...change(event)]
    })
    .toSorted()
}
