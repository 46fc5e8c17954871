/** The calls of functions that change many rows, and the deletes. */
import type { Call } from '../transcript'
import { get, json, one, remove, rows, rpc, slot } from './call'

export const changes: Call[] = [
  // Commands
  rpc('switch a date off', 'set_date_availability', { p_date: '{date}', p_is_available: false }),
  get('closed dates', 'closed_dates?select=date,reason'),
  rpc('switch a slot of a date', 'set_slot_availability', {
    p_date: '{date}',
    p_time_slot_id: slot(2),
    p_is_available: true,
  }),
  rpc('switch a slot that the date does not have', 'set_slot_availability', {
    p_date: '{date}',
    p_time_slot_id: slot(9),
    p_is_available: true,
  }),
  rpc(
    'switch a date off, as a member',
    'set_date_availability',
    { p_date: '{date}', p_is_available: false },
    'member',
  ),
  rpc('replace a weekday', 'replace_recurring_availability', {
    p_day_of_week: 6,
    p_time_slot_ids: [slot(3), slot(4)],
    p_seen_ids: [],
  }),
  rpc('replace a weekday that has changed meanwhile', 'replace_recurring_availability', {
    p_day_of_week: 6,
    p_time_slot_ids: [],
    p_seen_ids: [slot(3)],
  }),
  rpc('replace a weekday by no slots', 'replace_recurring_availability', {
    p_day_of_week: 6,
    p_time_slot_ids: [],
    p_seen_ids: [slot(3), slot(4)],
  }),
  rpc('erase a person', 'erase_person', { p_email: 'ana@example.com' }),
  rpc('is_admin of an admin', 'is_admin', {}),
  rpc('is_admin of a visitor', 'is_admin', {}, 'visitor'),
  // Deletes
  remove(
    'take a slot out of a weekday',
    `recurring_availability?day_of_week=eq.0&time_slot_id=eq.${slot(2)}`,
  ),
  remove(
    'take a slot out of all weekdays, nothing back',
    `recurring_availability?time_slot_id=eq.${slot(1)}`,
    json,
  ),
  remove(
    'take an unknown slot out of a weekday',
    'recurring_availability?day_of_week=eq.6&select=day_of_week',
  ),
  remove('delete a slot', `time_slots?id=eq.${slot(3)}&select=id`),
  remove(
    'delete two slots, as one object',
    `time_slots?duration_minutes=eq.30&start_time=lt.07:00&select=id`,
    { ...rows, ...one },
  ),
]
