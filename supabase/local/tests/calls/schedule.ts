/** The calls that change and read slots, the hours of weekdays and single dates, and the free slots. */
import type { Call } from '../transcript'
import { get, json, one, post, rows, rpc, slot, upsert } from './call'

export const schedule: Call[] = [
  // Slots
  get('presets in order', 'time_slot_presets?select=*&order=duration_minutes.asc'),
  get('slots in order', 'time_slots?select=start_time,end_time,duration_minutes&order=start_time.asc'),
  get('an unknown slot, as one object', 'time_slots?select=id&start_time=eq.05:00&end_time=eq.05:30', one),
  post(
    'insert a slot',
    'time_slots?select=*',
    { id: slot(1), start_time: '05:00', end_time: '05:30', duration_minutes: 30 },
    { ...rows, ...one },
  ),
  post(
    'insert a slot, nothing back',
    'time_slots',
    { id: slot(2), start_time: '05:30', end_time: '06:00', duration_minutes: 30 },
    json,
  ),
  post(
    'insert slots in bulk',
    'time_slots?columns="id","start_time","end_time","duration_minutes"&select=id,start_time',
    [
      { id: slot(3), start_time: '06:00', end_time: '06:30', duration_minutes: 30 },
      { id: slot(4), start_time: '06:30', end_time: '07:00', duration_minutes: 30 },
    ],
  ),
  get('the slot, as one object', 'time_slots?select=*&start_time=eq.05:00&end_time=eq.05:30', one),
  get('two slots, as one object', `time_slots?select=*&id=in.(${slot(1)},${slot(2)})`, one),
  post('insert the slot again', 'time_slots?select=*', {
    start_time: '05:00',
    end_time: '05:30',
    duration_minutes: 30,
  }),
  post('a slot that ends before it starts', 'time_slots', {
    start_time: '09:00',
    end_time: '08:00',
    duration_minutes: -60,
  }),
  post('a slot without an end', 'time_slots', { start_time: '09:00', duration_minutes: 30 }),
  post('a slot with an unknown column', 'time_slots', { start_time: '09:00', colour: 'red' }),
  post('a slot with an invalid time', 'time_slots', {
    start_time: 'nine',
    end_time: '10:00',
    duration_minutes: 60,
  }),
  post('an empty body', 'time_slots', ''),
  post('a body that is not JSON', 'time_slots', '{"start_time":'),
  post('rows of different shape', 'time_slots', [{ start_time: '09:00' }, { end_time: '10:00' }]),
  post('no rows', 'time_slots', []),
  // The weekday pattern
  post('insert a pattern', 'recurring_availability?select=day_of_week,time_slot_id,is_available', {
    time_slot_id: slot(1),
    day_of_week: 0,
    is_available: true,
  }),
  post(
    'upsert patterns, two of them new',
    'recurring_availability?on_conflict=day_of_week,time_slot_id&select=day_of_week,is_available,time_slots(start_time,end_time)',
    [
      { day_of_week: 0, time_slot_id: slot(1), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
      { day_of_week: 0, time_slot_id: slot(2), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
      { day_of_week: 0, time_slot_id: slot(4), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
    ],
    upsert,
  ),
  post(
    'upsert an existing pattern',
    'recurring_availability?on_conflict=day_of_week,time_slot_id',
    { day_of_week: 0, time_slot_id: slot(2), is_available: true },
    { ...json, prefer: 'resolution=merge-duplicates' },
  ),
  post(
    'ignore an existing pattern',
    'recurring_availability?on_conflict=day_of_week,time_slot_id',
    { day_of_week: 0, time_slot_id: slot(2), is_available: false },
    { ...json, prefer: 'resolution=ignore-duplicates,return=representation' },
  ),
  post(
    'upsert by the primary key',
    'recurring_availability',
    { day_of_week: 0, time_slot_id: slot(2), is_available: true },
    upsert,
  ),
  post(
    'upsert on columns without a unique key',
    'recurring_availability?on_conflict=is_available',
    { day_of_week: 1, time_slot_id: slot(1), is_available: true },
    upsert,
  ),
  post(
    'upsert on an unknown column',
    'recurring_availability?on_conflict=colour',
    { day_of_week: 1, time_slot_id: slot(1), is_available: true },
    upsert,
  ),
  post('a pattern of an unknown slot', 'recurring_availability', {
    day_of_week: 0,
    time_slot_id: slot(9),
  }),
  post('an invalid weekday', 'recurring_availability', { day_of_week: 7, time_slot_id: slot(1) }),
  get(
    'patterns with their slots',
    `recurring_availability?select=*,time_slots(*)&time_slot_id=in.(${slot(1)},${slot(2)})&order=day_of_week.asc,time_slot_id.asc`,
  ),
  get(
    'patterns with chosen columns',
    `recurring_availability?select=day_of_week,time_slots(start_time,id)&time_slot_id=eq.${slot(1)}`,
  ),
  // Exceptions
  post(
    'upsert an exception',
    'availability?on_conflict=date,time_slot_id&select=*',
    { date: '{date}', time_slot_id: slot(2), is_available: false, updated_at: '2026-01-01T00:00:00+00:00' },
    upsert,
  ),
  post(
    'upsert the exception again',
    'availability?on_conflict=date,time_slot_id&select=date,is_available',
    { date: '{date}', time_slot_id: slot(2), is_available: false },
    { ...upsert, ...one },
  ),
  get(
    'exceptions with their slots',
    'availability?select=date,is_available,time_slots(id,start_time,end_time)&order=date.asc',
  ),
  get(
    'exceptions from a date on',
    'availability?select=date&date=gte.{date}&order=date.asc.nullslast&limit=1',
  ),
  get('exceptions before a date', 'availability?select=date&date=lt.{date}'),
  // Free slots
  rpc('free slots of a date', 'get_available_slots_for_date', { p_date: '{date}' }, 'visitor'),
  rpc(
    'free slots, chosen columns in order',
    'get_available_slots?select=start_time,id&order=start_time.desc&limit=2&offset=1',
    { p_from: '{date}', p_to: '{date}' },
    'visitor',
  ),
  rpc(
    'free slots, filtered',
    'get_available_slots?select=start_time&start_time=gte.15:00',
    { p_from: '{date}', p_to: '{date}' },
    'visitor',
  ),
  rpc(
    'free slots of too long a span',
    'get_available_slots',
    { p_from: '2026-01-01', p_to: '2027-01-01' },
    'visitor',
  ),
  rpc('all slots of a date', 'get_all_slots_for_date', { p_date: '{date}' }),
  rpc('all slots, as a visitor', 'get_all_slots_for_date', { p_date: '{date}' }, 'visitor'),
  rpc('all slots, as a member', 'get_all_slots_for_date', { p_date: '{date}' }, 'member'),
  rpc('a date that is none', 'get_available_slots_for_date', { p_date: 'someday' }, 'visitor'),
  rpc('an unknown function', 'xyzzy', { p_date: '{date}' }, 'visitor'),
  rpc('arguments that do not fit', 'create_inquiry', { p_colour: 'red', p_name: 'Ana' }, 'visitor'),
  rpc('no arguments', 'get_all_slots_for_date', {}),
]
