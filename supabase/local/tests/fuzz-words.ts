/** What generated input for the embedded Supabase is made of: its own words in every order, mixed with junk. */
import fc from 'fast-check'
import { junk, junkByte, junkPart, mostly } from '@/tests/fuzz'

export const uuid = '00000000-0000-4000-8000-000000000001'
export const relations = [
  'time_slots',
  'time_slot_presets',
  'recurring_availability',
  'availability',
  'closed_dates',
  'bookings',
  'inquiries',
]
export const columns = [
  'id',
  'name',
  'email',
  'date',
  'time_slot_id',
  'message',
  'status',
  'created_at',
  'request_id',
  'period',
  'start_time',
  'end_time',
  'duration_minutes',
  'day_of_week',
  'is_available',
  'updated_at',
]
export const functions = [
  'create_booking',
  'create_inquiry',
  'get_available_slots',
  'get_available_slots_for_date',
  'get_all_slots_for_date',
  'set_date_availability',
  'set_slot_availability',
  'replace_recurring_availability',
  'erase_person',
  'copy_visitor_link',
  'is_admin',
]
export const args = [
  'p_name',
  'p_email',
  'p_date',
  'p_time_slot_id',
  'p_message',
  'p_request_id',
  'p_address',
  'p_from',
  'p_to',
  'p_is_available',
  'p_day_of_week',
  'p_time_slot_ids',
  'p_seen_ids',
]
const values = [
  'a',
  'ana@example.com',
  '2026-12-01',
  '9999-12-31',
  'infinity',
  uuid,
  `{${uuid}}`,
  '09:00',
  '24:00',
  'true',
  'pending',
  '192.0.2.1',
  '::1/129',
  '30',
  '99999999999999',
]

export const anything: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 })
export const value: fc.Arbitrary<unknown> = mostly(
  fc.constantFrom<unknown>(...values, null, true, 7, -1, 1e300, [uuid], {}),
  fc.oneof(junk, anything),
)
const row = (names: string[]) => fc.dictionary(mostly(fc.constantFrom(...names), junk), value, { maxKeys: 7 })
export const jsonBody = (names: string[]) =>
  mostly(
    fc.oneof(row(names), fc.array(row(names), { maxLength: 3 })).map((body) => JSON.stringify(body)),
    junk,
  )
const column = mostly(fc.constantFrom(...columns), junkPart)
const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','))
const operator = mostly(
  fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'not.eq', 'not.in'),
  junkPart,
)
const parameter = fc.oneof(
  list(mostly(fc.constantFrom('*', 'time_slots(*)', 'time_slots(id,start_time)', 'bookings(*)'), column)).map(
    (text) => `select=${text}`,
  ),
  list(
    fc
      .tuple(column, fc.constantFrom('', '.asc', '.desc', '.desc.nullslast', '.x'))
      .map((parts) => parts.join('')),
  ).map((text) => `order=${text}`),
  fc
    .tuple(column, operator, mostly(fc.constantFrom(...values, `(${uuid})`, 'null'), junkPart))
    .map(([name, how, what]) => `${name}=${how}.${what}`),
  fc
    .tuple(
      fc.constantFrom('limit', 'offset', 'columns', 'on_conflict', 'apikey', 'and', 'or'),
      mostly(fc.oneof(list(column), fc.constantFrom('0', '1', '1001')), junkPart),
    )
    .map((pair) => pair.join('=')),
)
export const query = fc.array(parameter, { maxLength: 4 }).map((all) => all.join('&'))
export const header = fc.tuple(
  fc.constantFrom(
    'Prefer',
    'Accept',
    'Range',
    'Range-Unit',
    'Accept-Profile',
    'Content-Profile',
    'Content-Type',
    'Origin',
    'Access-Control-Request-Headers',
    'X-Client-Info',
    'X-Supabase-Api-Version',
    'Cookie',
  ),
  mostly(
    fc.constantFrom(
      'return=representation',
      'resolution=merge-duplicates',
      'resolution=ignore-duplicates,return=representation',
      'application/vnd.pgrst.object+json',
      'application/json',
      '0-9',
      '9-0',
      'public',
      'auth',
      'private',
      'text/csv',
    ),
    junkByte,
  ),
)
