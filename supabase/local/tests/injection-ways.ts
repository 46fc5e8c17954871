/** The ways in which a client's text reaches the server. */
import type { Running } from './embedded'
import { openSocket } from './socket'

/** The server under test, and an admin's token. */
export interface Target {
  server: Running
  token: string
}
/** Sends a text to one of the places where the server takes one. */
export type Sent = (to: Target, text: string) => Promise<unknown>

/** A REST request as the admin, with the text where `path`, `body` and `headers` put it. */
export function rest(
  path: (text: string) => string,
  method = 'GET',
  body?: (text: string) => unknown,
  headers?: (text: string) => object,
): Sent {
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

/** The same to the auth service, with the secret key. */
export function auth(
  path: (text: string) => string,
  method: string,
  body?: (text: string) => unknown,
  headers?: (text: string) => object,
): Sent {
  return ({ server }, text) =>
    fetch(`${server.url}/auth/v1${path(text)}`, {
      method,
      headers: { apikey: server.secretKey, 'content-type': 'application/json', ...headers?.(text) },
      body: body ? JSON.stringify(body(text)) : null,
    }).then((response) => response.text())
}

/** A request with a token that the server itself has signed, whatever its claims say. */
export function claiming(claims: (text: string) => Record<string, unknown>): Sent {
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

/** A join of a channel, with the text in what it asks for or in the claims of its token. */
export function joining(
  params: (text: string) => object,
  claims: (text: string) => object = () => ({}),
): Sent {
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
