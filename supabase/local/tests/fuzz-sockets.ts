/** Generated sockets to the embedded Supabase, and frames on them. */
import fc from 'fast-check'
import { junk, junkByte, junkPart, mostly } from '@/tests/fuzz'
import { anything, query, value } from './fuzz-words'

/** What may come through the socket, as frames. `MEMBER` stands for the member's token. */
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

/** Requests for a socket, well and badly made. */
export const upgrade = (publishableKey: string) =>
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    target: fc.oneof(
      query.map((text) => `/realtime/v1/websocket?${text}&apikey=${publishableKey}`),
      junkPart.map((part) => `/${part}`),
      fc.constantFrom('//', 'http://[', '*'),
    ),
    headers: fc.array(
      fc.tuple(
        fc.constantFrom(
          'Sec-WebSocket-Version',
          'Sec-WebSocket-Key',
          'Sec-WebSocket-Extensions',
          'Sec-WebSocket-Protocol',
        ),
        mostly(fc.constantFrom('13', 'dGhlIHNhbXBsZSBub25jZQ==', 'permessage-deflate'), junkByte),
      ),
      { maxLength: 4 },
    ),
    body: fc.constant(''),
  })
