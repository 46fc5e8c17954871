import { STUDIO_ZONE } from '@/lib/dates'

// Today's calls: one is in progress, the next begin in a quarter of an hour, in fifty minutes and later.
// Two are past, one of them unconfirmed.
export const calls = {
  now: { slot: 'e1', minutes: -15, status: 'confirmed' },
  soon: { slot: 'e2', minutes: 15, status: 'confirmed' },
  later: { slot: 'e3', minutes: 50, status: 'confirmed' },
  unanswered: { slot: 'e4', minutes: -60, status: 'pending' },
  past: { slot: 'e6', minutes: -120, status: 'confirmed' },
  cafe: { slot: 'e5', minutes: 90, status: 'confirmed' },
}
export const idOf = (slot: string) => `00000000-0000-4000-8000-0000000000${slot}`
const clock = `date_trunc('minute', now() at time zone '${STUDIO_ZONE}')`
const rows = Object.entries(calls).map(
  ([name, { slot, minutes, status }]) => `
    insert into public.time_slots (id, start_time, end_time, duration_minutes)
    select '${idOf(slot)}', start, start + interval '29 minutes', 29 from (select (${clock} + interval '${minutes} minutes')::time as start) at;
    insert into public.bookings (id, name, email, date, time_slot_id, status)
    values ('${idOf(slot)}', '${name}', 'ana@example.com', ${clock}::date, '${idOf(slot)}', '${status}');`,
)
/** SQL that creates the calls. One has its own location. */
export const callsOfToday = `${rows.join('')}
  update public.bookings set location = 'The café on the Parade' where id = '${idOf('e5')}';`
