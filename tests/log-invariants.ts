/** Rules about the log, mails and offers of every request, which must hold after any act. */
import { isDeepStrictEqual } from 'node:util'

/** For each fault, a query for the rows that have it. */
const faults: Record<string, string> = {
  'it is nobody’s turn for an upcoming pending call': `
    select b.id from public.bookings b join public.requests r using (id)
    where b.status = 'pending' and private.starts_at(b) > now() and not private.is_erased(b.email) and r.over_from <= now()`,
  'the clock alone ends the studio’s turn': `
    select id from public.requests where ours_from < 'infinity' and over_from < 'infinity'`,
  'nobody acted on a pending call since it came back, and it is nobody’s turn': `
    select b.id from public.bookings b join public.requests r using (id)
    where b.status = 'pending' and not private.is_erased(b.email) and r.over_from < 'infinity'
      and not exists (
        select from public.request_events e
        where e.request_id = b.id and e.turn in ('waits', 'settles') and e.at >= private.starts_at(b) and not private.is_undone(e.id))`,
  'an Undo is about another request, a later event or an Undo': `
    select u.id from public.request_events u join public.request_events e on e.id = u.undoes
    where e.request_id <> u.request_id or e.id >= u.id or e.undoes is not null`,
  'the letter of an undone act still exists': `
    select l.event_id from private.letters l join public.request_events u on u.undoes = l.event_id`,
  'the status differs from that of the newest event': `
    select r.id from public.requests r join lateral (
      select e.after ->> 'status' as status from public.request_events e
      where e.request_id = r.id and e.after ? 'status' order by e.id desc limit 1) newest on true
    where newest.status <> r.status`,
  'an erased person has a log, letters, or mails besides the cancellation': `
    select e.id::text from public.request_events e
    where private.is_erased(private.email_of(e.request_id)) and (e.before - 'status' <> '{}' or e.after - 'status' <> '{}')
    union all select l.event_id::text from private.letters l join public.request_events e on e.id = l.event_id
    where private.is_erased(private.email_of(e.request_id))
    union all select o.id::text from private.outbox o
    where private.is_erased(private.email_of(o.request_id)) and o.kind not in ('cancelled', 'still_pending')`,
  'an accepted version has ended, or is not the newest': `
    select a.offer_id::text from public.offer_acceptances a
    where exists (select from public.offer_endings e where (e.offer_id, e.version) = (a.offer_id, a.version))
      or exists (select from public.offer_versions v where v.offer_id = a.offer_id and v.version > a.version)`,
  'two mails of one kind are about the same version': `
    select o.offer_id::text from private.outbox o where o.offer_id is not null
    group by o.offer_id, o.version, o.recipient, o.kind having count(*) > 1`,
  'an undone acceptance of an offer still exists': `
    select e.id::text from public.offer_acceptances a join public.offers o on o.id = a.offer_id
    join public.request_events e on (e.request_id, e.revision) = (o.request_id, a.revision) where private.is_undone(e.id)`,
  'a mail about a call waits and says nothing new': `
    select o.id from private.outbox o join public.bookings b on b.id = o.request_id
    where o.kind = 'call' and o.is_waiting and private.is_unneeded(o)
      and not private.needs_mail(private.difference(b.known, private.call_state(b)))`,
  'two mails about a call wait or are being sent': `
    select o.request_id from private.outbox o
    where o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
      and (o.kind = 'call' and o.is_waiting or o.kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') and o.lease_until > now())
    group by o.request_id, o.is_waiting having count(*) > 1`,
  'a visitor does not know a change, and neither a mail nor a list of the admin has it': `
    select b.id from public.bookings b
    where private.needs_mail(private.difference(private.known_to_correct(b), private.call_state(b)))
      and greatest(lower(b.period), (b.known ->> 'date')::date + (b.known ->> 'start_time')::time) > now() at time zone private.studio_zone()
      and not private.is_erased(b.email) and not private.has_open_proposal(b)
      and not exists (
        select from private.outbox o
        where o.request_id = b.id and o.kind in ('call', 'reply') and o.sent_at is null and o.given_up_at is null
          and (o.lease_until > now()) is not false)
      and b.id not in (select c.id from private.find_untold() c)`,
  'an admin’s letter is in no mail, or in one with other facts than it was written for': `
    select l.event_id::text from private.letters l
    where l.body is not null and l.sent_at is null and not exists (select from private.outbox o where o.letter_id = l.event_id)
    union all select l.event_id::text from private.outbox o join private.letters l on l.event_id = o.letter_id
    where o.kind = 'call' and (o.lease is not null or o.sent_at is not null) and private.difference(l.state, o.said) <> '{}'`,
  'a refused mail counts as read': `
    select o.id from private.outbox o join public.bookings b on b.id = o.request_id
    where o.kind = 'call' and o.given_up_at is not null and not o.may_have_arrived and o.said -> 'at' = b.known -> 'at'`,
  'an event has not a later revision than the one before, or one beyond the request’s': `
    select a.id from public.request_events a join public.request_events b on b.request_id = a.request_id and b.id > a.id
    where b.revision <= a.revision
    union all select e.id from public.request_events e
    where e.revision > coalesce((select b.revision from public.bookings b where b.id = e.request_id),
      (select i.revision from public.inquiries i where i.id = e.request_id))`,
}

/**
 * The names of the faults in the database. Also computes every turn again, which must change
 * nothing.
 */
export async function brokenBy(rows: (sql: string) => Promise<unknown[]>): Promise<string[]> {
  const turns = 'select to_jsonb(r) as request from public.requests r order by id'
  const before = await rows(turns)
  await rows('select private.update_turn(id) from public.requests')
  const broken = isDeepStrictEqual(before, await rows(turns))
    ? []
    : ['the stored turn differs from the computed one']
  const each = Object.entries(faults).map(([what, sql]) => `select '${what}' as what where exists (${sql})`)
  for (const row of await rows(each.join(' union all '))) broken.push((row as { what: string }).what)
  return broken
}
