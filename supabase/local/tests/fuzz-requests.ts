/**
 * Generates random requests and frames for the embedded Supabase: the server's keywords in any order, mixed with
 * random text.
 */
import fc from 'fast-check'
import { junk, junkByte, junkPart, mostly } from '@/tests/fuzz'

const words = (text: string) => text.trim().split(/\s+/)
const uuid = '00000000-0000-4000-8000-000000000001'
const relations = words(`
  time_slots time_slot_presets recurring_availability availability closed_dates bookings
  inquiries
`)
const columns = words(`
  id name email date time_slot_id message status created_at request_id period start_time
  end_time duration_minutes day_of_week is_available updated_at
`)
const functions = words(`
  create_booking create_inquiry get_available_slots get_available_slots_for_date
  get_all_slots_for_date set_date_availability set_slot_availability
  replace_recurring_availability erase_person copy_visitor_link is_admin
`)
const args = words(`
  p_name p_email p_date p_time_slot_id p_message p_request_id p_address p_from p_to
  p_is_available p_day_of_week p_time_slot_ids p_seen_ids
`)
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

const anything: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 3 })
const value: fc.Arbitrary<unknown> = mostly(
  fc.constantFrom<unknown>(...values, null, true, 7, -1, 1e300, [uuid], {}),
  fc.oneof(junk, anything),
)
const row = (names: string[]) => fc.dictionary(mostly(fc.constantFrom(...names), junk), value, { maxKeys: 7 })
const jsonBody = (names: string[]) =>
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
const query = fc.array(parameter, { maxLength: 4 }).map((all) => all.join('&'))
const header = fc.tuple(
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

/** The sender of a request. `nobody` has neither API key nor token. */
export type Who = 'visitor' | 'member' | 'admin' | 'nobody'
const who = fc.constantFrom<Who>('visitor', 'visitor', 'member', 'admin', 'nobody')
/** Generates requests to REST. Some are valid requests of a client. */
export const rest = fc.record({
  who,
  method: mostly(
    fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'),
  ),
  path: fc.oneof(
    mostly(fc.constantFrom(...relations), junkPart).map((name) => `/rest/v1/${name}`),
    mostly(fc.constantFrom(...functions), junkPart).map((name) => `/rest/v1/rpc/${name}`),
    junkPart.map((part) => `/${part}`),
  ),
  query,
  headers: fc.array(header, { maxLength: 3 }),
  body: fc.oneof(jsonBody(columns), jsonBody(args), fc.constant('')),
})
/** Generates requests to Auth. Some are valid requests of a client. */
export const auth = fc.record({
  who,
  method: mostly(fc.constantFrom('POST', 'GET'), fc.constantFrom('PUT', 'DELETE', 'PATCH')),
  path: mostly(
    fc.constantFrom(
      '/token',
      '/token',
      '/user',
      '/recover',
      '/verify',
      '/settings',
      '/logout',
      '/signup',
      '/admin/users',
      `/admin/users/${uuid}`,
      '/health',
      '/.well-known/jwks.json',
    ),
    junkPart.map((part) => `/${part}`),
  ).map((path) => `/auth/v1${path}`),
  query: mostly(
    fc.constantFrom(
      'grant_type=refresh_token',
      'grant_type=refresh_token',
      'grant_type=password',
      'scope=global',
      'page=1&per_page=9',
    ),
    query,
  ),
  headers: fc.array(header, { maxLength: 2 }),
  body: fc.oneof(
    fc.record({ email: value, password: value }).map((body) => JSON.stringify(body)),
    fc.record({ refresh_token: junk }).map((body) => JSON.stringify(body)),
    jsonBody([
      'email',
      'password',
      'refresh_token',
      'app_metadata',
      'user_metadata',
      'data',
      'role',
      'type',
      'token_hash',
    ]),
  ),
})

/** Generates frames for Realtime. The test replaces `MEMBER` by the token of the member. */
export const frame = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('1', '2', null),
      fc.constantFrom('1', '3', null),
      mostly(fc.constantFrom('phoenix', 'realtime:a', 'realtime:b'), junk),
      mostly(
        fc.constantFrom('phx_join', 'phx_join', 'phx_leave', 'heartbeat', 'access_token', 'broadcast'),
        junk,
      ),
      mostly<unknown>(
        fc.record({
          config: mostly<unknown>(
            fc.record({
              postgres_changes: fc.array(
                fc.dictionary(
                  mostly(fc.constantFrom('event', 'schema', 'table', 'filter'), junk),
                  mostly(
                    fc.constantFrom<unknown>('*', 'public', 'auth', 'bookings', 'inquiries', 'INSERT'),
                    value,
                  ),
                  { maxKeys: 4 },
                ),
                { maxLength: 3 },
              ),
            }),
            anything,
          ),
          access_token: mostly(fc.constantFrom<unknown>('MEMBER', undefined, ''), value),
        }),
        anything,
      ),
    )
    .map((parts) => JSON.stringify(parts)),
  junk,
  fc.uint8Array({ maxLength: 50 }),
)
