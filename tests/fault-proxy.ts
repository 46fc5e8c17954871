/**
 * A proxy between the site and its backend that fails on demand. The faults are for HTTP requests;
 * WebSockets pass or are cut.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * The responses that a fault sends instead of the backend's: `refused` an error of the database,
 * '500' one of a server in front of the database, `pwned` Auth's for a leaked password, `no totp`
 * Auth's for a project without codes.
 */
const RESPONSES = {
  refused: [500, '{"code":"XX000","message":"boom","details":null,"hint":null}'],
  '500': [500, '{"message":"boom"}'],
  '429': [429, '{"code":"over_request_rate_limit","message":"Request rate limit reached"}'],
  pwned: [
    422,
    '{"code":422,"error_code":"weak_password","msg":"Known to be weak.","weak_password":{"reasons":["pwned"]}}',
  ],
  'no totp': [
    422,
    '{"code":422,"error_code":"mfa_totp_enroll_not_enabled","msg":"MFA enroll is disabled for TOTP"}',
  ],
  html: [200, '<!doctype html><title>Down for maintenance</title>'],
} as const

/**
 * The faults. `hang` holds requests until the next fault is set, then forwards them. `slow`
 * forwards requests after ten seconds, even if the client has left. `half` cuts the connection in
 * the middle of the response. `lost` forwards requests and drops the responses. `mailing` waits
 * three seconds and stops if the client leaves, as Auth does while it sends a mail.
 */
export type Fault = 'none' | 'down' | 'hang' | 'slow' | 'mailing' | 'half' | 'lost' | keyof typeof RESPONSES

/** Starts the proxy in front of `target`. By default no request fails. */
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
    if (fault in RESPONSES) {
      const [status, body] = RESPONSES[fault as keyof typeof RESPONSES]
      const type = fault === 'html' ? 'text/html' : 'application/json'
      return void outgoing.writeHead(status, { 'content-type': type }).end(body)
    }
    forward(incoming, outgoing, fault)
  })
  server.on('upgrade', (incoming, client: Socket, head) => {
    if (faultFor(incoming) !== 'none') return void client.destroy()
    // If the backend is away, the client is left waiting, as behind some gateways: it notices later
    // than after a closed connection.
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
    /** Sets the fault for requests whose 'METHOD /path?query' contains `matching`. */
    set(fault: Fault, matching = '') {
      Object.assign(state, { fault, matching })
      const waiting = held
      held = []
      for (const act of waiting) act()
    },
    /** How many requests the fault `hang` holds now. */
    held: () => held.length,
    /** Closes every open socket, as when a connection is lost. */
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
