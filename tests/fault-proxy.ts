/**
 * A proxy between the site and its backend that fails on demand. Faults apply to plain HTTP; it passes
 * or cuts WebSockets.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * The failures of the backend. `hang` holds requests until the next fault is set, then forwards them.
 * `slow` forwards them after ten seconds, even after the client has left. `half` ends the connection in
 * the middle of a response. `lost` forwards the request and drops the response. `mailing` takes three
 * seconds and gives up with its client, as Auth does while it sends a mail. `refused` is an error of the
 * database, '500' an error of a server before it. `pwned` is Auth's error for a leaked password, and
 * `no totp` its error in a project without codes.
 */
export type Fault =
  | 'none'
  | 'down'
  | 'hang'
  | 'slow'
  | 'mailing'
  | 'refused'
  | '500'
  | '429'
  | 'pwned'
  | 'no totp'
  | 'html'
  | 'half'
  | 'lost'

/**
 * Starts the proxy in front of a backend. `fault` applies to requests whose 'METHOD /path?query'
 * contains `matching`.
 */
export async function startFaultProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const state: { fault: Fault; matching: string } = { fault: 'none', matching: '' }
  let held: (() => void)[] = []

  const faultFor = ({ method, url }: IncomingMessage) =>
    `${method} ${url}`.includes(state.matching) ? state.fault : 'none'

  const server = createServer((incoming, outgoing) => {
    const fault = faultFor(incoming)
    if (fault === 'down') return void incoming.socket.destroy()
    if (fault === 'slow') return void later(incoming, outgoing, (act) => setTimeout(act, 10_000))
    if (fault === 'hang') return void later(incoming, outgoing, (act) => held.push(act))
    if (fault === 'mailing') {
      const wait = (act: () => void) => setTimeout(() => outgoing.destroyed || act(), 3_000)
      return void later(incoming, outgoing, wait)
    }
    if (fault === 'pwned')
      return respond(
        outgoing,
        422,
        '{"code":422,"error_code":"weak_password","msg":"Known to be weak.","weak_password":{"reasons":["pwned"]}}',
      )
    if (fault === 'no totp')
      return respond(
        outgoing,
        422,
        '{"code":422,"error_code":"mfa_totp_enroll_not_enabled","msg":"MFA enroll is disabled for TOTP"}',
      )
    if (fault === 'refused')
      return respond(outgoing, 500, '{"code":"XX000","message":"boom","details":null,"hint":null}')
    if (fault === '500') return respond(outgoing, 500, '{"message":"boom"}')
    if (fault === '429')
      return respond(
        outgoing,
        429,
        '{"code":"over_request_rate_limit","message":"Request rate limit reached"}',
      )
    if (fault === 'html')
      return respond(outgoing, 200, '<!doctype html><title>Down for maintenance</title>', 'text/html')
    forward(incoming, outgoing, fault)
  })
  server.on('upgrade', (incoming, client: Socket, head) => {
    if (faultFor(incoming) !== 'none') return void client.destroy()
    // Without a backend the client goes on waiting, as behind some gateways. A client notices that later
    // than a closed connection.
    const backend = connect(Number(port), hostname, () => {
      const headers = incoming.rawHeaders.reduce((text, part, i) => text + part + (i % 2 ? '\r\n' : ': '), '')
      backend.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`)
      backend.write(head)
      client.pipe(backend).pipe(client)
    })
    for (const socket of [client, backend]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
  })

  async function later(incoming: IncomingMessage, outgoing: ServerResponse, wait: (act: () => void) => void) {
    const body = Buffer.concat((await incoming.toArray()) as Buffer[])
    wait(() => forward(incoming, outgoing, 'none', body))
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault, body?: Buffer) {
    const { method, url, headers } = incoming
    const onward = request({ hostname, port, method, path: url, headers }, (reply) => {
      if (fault === 'lost') return void reply.resume().on('end', () => outgoing.destroy())
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.on('error', () => outgoing.destroy()) // a backend killed in the middle of its response
      if (fault === 'none') return void reply.pipe(outgoing)
      reply.once('data', (chunk: Buffer) =>
        outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.destroy()),
      )
    })
    onward.on('error', () => outgoing.destroy())
    if (body) onward.end(body)
    else incoming.pipe(onward)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /**
     * Sets the fault for requests whose 'METHOD /path?query' contains `matching`.
     */
    set(fault: Fault, matching = '') {
      Object.assign(state, { fault, matching })
      const waiting = held
      held = []
      for (const act of waiting) act()
    },
    /** How many requests `hang` holds. */
    held: () => held.length,
    /** Cuts every open socket, as a lost connection does. */
    cutSockets() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(outgoing: ServerResponse, status: number, body: string, type = 'application/json') {
  outgoing.writeHead(status, { 'content-type': type }).end(body)
}
