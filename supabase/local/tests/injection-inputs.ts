/** All inputs by which the server accepts text from a client, and the hostile texts to send. */
import type { Running } from './embedded'
import { openSocket } from './socket'

/** The server under test, and the access token of an admin. */
interface Target {
  server: Running
  token: string
}
/** Sends a text by one of the server's inputs. */
export type SendText = (to: Target, text: string) => Promise<unknown>

/** An input of REST: sends a request as the admin, with the text in `path`, `body` or `headers`. */
function rest(
  path: (text: string) => string,
  method = 'GET',
  body?: (text: string) => unknown,
  headers?: (text: string) => object,
): SendText {
  return ({ server, token }, text) =>
    fetch(`${server.url}/rest/v1/${path(text)}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...headers?.(text),
      },
      body: body ? JSON.stringify(body(text)) : null,
    }).then((response) => response.text())
}

/** An input of Auth: sends a request with the secret key, and the text in `path` or `body`. */
function auth(path: (text: string) => string, method: string, body?: (text: string) => unknown): SendText {
  return ({ server }, text) =>
    fetch(`${server.url}/auth/v1${path(text)}`, {
      method,
      headers: { apikey: server.secretKey, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body(text)) : null,
    }).then((response) => response.text())
}

/** An input by a token: sends a request with a valid token that has the text in its claims. */
function claiming(claims: (text: string) => Record<string, unknown>): SendText {
  return async (to, text) => {
    const signed = await to.server.sign({ exp: 9_999_999_999, role: 'authenticated', ...claims(text) })
    return rest(
      () => 'bookings?select=id',
      'GET',
      undefined,
      () => ({ authorization: `Bearer ${signed}` }),
    )(to, text)
  }
}

/** An input of Realtime: joins a channel with the text in `params` or in the `claims` of its token. */
function joining(params: (text: string) => object, claims: (text: string) => object = () => ({})): SendText {
  return async ({ server }, text) => {
    const socket = await openSocket(server.url, server.publishableKey)
    const signed = await server.sign({
      exp: 9_999_999_999,
      role: 'authenticated',
      app_metadata: { role: 'admin' },
      ...claims(text),
    })
    const config = {
      postgres_changes: [{ event: '*', schema: 'public', table: 'bookings', ...params(text) }],
    }
    socket.send('1', '1', `realtime:${text || 'x'}`, 'phx_join', { config, access_token: signed })
    await socket.next('phx_reply')
    await socket.close()
  }
}

const encoded = encodeURIComponent

/** A text without special meaning in SQL. */
export const HARMLESS = 'harmless'
const slot = { start_time: '05:00', end_time: '05:30', duration_minutes: 30 }

/** All inputs by which the server accepts text from a client, each under its name. */
export const inputs: Record<string, SendText> = {
  table: rest((x) => `${encoded(x)}?select=id`),
  'select column': rest((x) => `time_slots?select=id,${encoded(x)}`),
  'quoted select column': rest((x) => `time_slots?select=id,"${encoded(x)}"`),
  'embedded table': rest((x) => `availability?select=date,${encoded(x)}(id)`),
  'embedded column': rest((x) => `availability?select=date,time_slots(${encoded(x)})`),
  'select alias': rest((x) => `time_slots?select=${encoded(x)}:id`),
  'select cast': rest((x) => `time_slots?select=id::${encoded(x)}`),
  'filter column': rest((x) => `time_slots?${encoded(x)}=eq.1`),
  'filter operator': rest((x) => `time_slots?duration_minutes=${encoded(x)}.1`),
  'filter value': rest((x) => `bookings?select=id&name=eq.${encoded(x)}`),
  'typed filter value': rest((x) => `bookings?select=id&id=eq.${encoded(x)}`),
  'list of values': rest((x) => `bookings?select=id&name=in.(${encoded(x)})`),
  'quoted list of values': rest((x) => `bookings?select=id&name=in.("${encoded(x)}")`),
  'is value': rest((x) => `bookings?select=id&message=is.${encoded(x)}`),
  order: rest((x) => `time_slots?select=id&order=${encoded(x)}`),
  'order direction': rest((x) => `time_slots?select=id&order=start_time.${encoded(x)}`),
  limit: rest((x) => `time_slots?select=id&limit=${encoded(x)}`),
  offset: rest((x) => `time_slots?select=id&offset=${encoded(x)}`),
  'JSON key of an insert': rest(
    () => 'time_slots',
    'POST',
    (x) => ({ ...slot, [x]: 1 }),
  ),
  'JSON value of an insert': rest(
    () => 'time_slots',
    'POST',
    (x) => ({ ...slot, start_time: x }),
  ),
  'columns of an insert': rest(
    (x) => `time_slots?columns=${encoded(x)}`,
    'POST',
    () => slot,
  ),
  on_conflict: rest(
    (x) => `availability?on_conflict=${encoded(x)}`,
    'POST',
    () => ({ date: null }),
    () => ({ prefer: 'resolution=merge-duplicates' }),
  ),
  'JSON key of an update': rest(
    () => 'bookings?status=eq.x',
    'PATCH',
    (x) => ({ [x]: 1 }),
  ),
  'JSON value of an update': rest(
    () => 'bookings?status=eq.x',
    'PATCH',
    (x) => ({ status: x }),
  ),
  'filter of a delete': rest((x) => `time_slots?${encoded(x)}=eq.${encoded(x)}`, 'DELETE'),
  function: rest(
    (x) => `rpc/${encoded(x)}`,
    'POST',
    () => ({}),
  ),
  'argument name': rest(
    () => 'rpc/get_available_slots_for_date',
    'POST',
    (x) => ({ p_date: '2026-01-01', [x]: 1 }),
  ),
  'argument value': rest(
    () => 'rpc/create_inquiry',
    'POST',
    (x) => ({ p_name: '', p_email: x, p_message: x }),
  ),
  'argument that is a list': rest(
    () => 'rpc/replace_recurring_availability',
    'POST',
    (x) => ({ p_day_of_week: 9, p_time_slot_ids: [x], p_seen_ids: [x] }),
  ),
  'result column of a function': rest(
    (x) => `rpc/get_available_slots_for_date?select=${encoded(x)}`,
    'POST',
    () => ({ p_date: '2026-01-01' }),
  ),
  'Prefer header': rest(
    () => 'time_slots?select=id',
    'GET',
    undefined,
    (x) => ({ prefer: encoded(x) }),
  ),
  'profile header': rest(
    () => 'time_slots?select=id',
    'GET',
    undefined,
    (x) => ({ 'accept-profile': encoded(x) }),
  ),
  'role claim': claiming((x) => ({ role: x === HARMLESS ? 'anon' : x })),
  'subject claim': claiming((x) => ({ sub: x })),
  'nested claim': claiming((x) => ({ app_metadata: { role: x, [x]: x } })),
  'claim name': claiming((x) => ({ [`x${x}`]: 1 })),
  'refresh token': auth(
    () => '/token?grant_type=refresh_token',
    'POST',
    (x) => ({ refresh_token: `x${x}` }),
  ),
  'recovery e-mail': auth(
    () => '/recover',
    'POST',
    (x) => ({ email: `x${x}@studio.test` }),
  ),
  'recovery token': auth(
    () => '/verify',
    'POST',
    (x) => ({ type: 'recovery', token_hash: `x${x}` }),
  ),
  'list page': auth((x) => `/admin/users?page=${encoded(x)}`, 'GET'),
  'user id': auth(
    (x) => `/admin/users/${encoded(x || 'x')}`,
    'PUT',
    () => ({}),
  ),
  'user field': auth(
    () => '/admin/users/00000000-0000-4000-8000-000000000000',
    'PUT',
    (x) => ({ [`x${x}`]: 1 }),
  ),
  'user metadata': auth(
    () => '/admin/users/00000000-0000-4000-8000-000000000000',
    'PUT',
    (x) => ({ app_metadata: { [`x${x}`]: x } }),
  ),
  'realtime table': joining((x) => ({ table: x })),
  'realtime schema': joining((x) => ({ schema: x })),
  'realtime event': joining((x) => ({ event: x, [x]: x })),
  'realtime filter': joining((x) => ({ filter: `id=eq.${x}` })),
  'realtime claim': joining(
    () => ({}),
    (x) => ({ sub: x, [`x${x}`]: x }),
  ),
}

/** Texts that would do harm inside a SQL statement, or that name a private database object. */
export const hostile = [
  `"; drop table public.bookings; --`,
  `'; drop table public.bookings; --`,
  `id"; set role postgres; select "id`,
  `id) from public.bookings; reset role; --`,
  `id, (select encrypted_password from auth.users limit 1)`,
  `pg_catalog.set_config('role','postgres',true)`,
  `id" := 1); reset session authorization; --`,
  `x"x`,
  `\\"; select 1; --`,
  `$1`,
  `$$; drop schema public cascade; $$`,
  `E'\\'; select 1; --`,
  `/* */ union select 1`,
  `1); select pg_sleep(10); --`,
  `{"a":"}'`,
  `},{"x`,
  `ｉｄ＂；`,
  `id\u2028; select 1`,
  `postgres`,
  `service_role`,
  `x'.repeat`.repeat(200),
  `public.bookings`,
  `auth.users`,
  `ctid`,
  `tableoid`,
  `bookings.*`,
  `constructor`,
  `__proto__`,
]
