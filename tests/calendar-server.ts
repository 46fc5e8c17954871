/**
 * A calendar provider for tests, and an agent that connects to it, because the site's own agent connects
 * only to public addresses.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

interface Certificate {
  key: string
  cert: string
}
interface Listening {
  address(): unknown
}

/** Connects to a server on this machine for every host name. */
export class TestAgent extends Agent {
  constructor(
    private readonly to: Listening,
    ca?: string,
  ) {
    super({ ca })
  }
  override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
    const { port } = this.to.address() as AddressInfo
    return super.createConnection({ ...options, host: '127.0.0.1', port }, done)
  }
}

/** Starts an https server. `agent` returns a new agent for it; each fetch destroys its agent. */
export async function startCalendarServer(
  certificate: Certificate,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(certificate, answer)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    agent: () => new TestAgent(server, certificate.cert),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
