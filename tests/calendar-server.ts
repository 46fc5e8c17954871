/**
 * A calendar provider for tests, and an https agent that connects to it. The site's own agent
 * cannot, because it connects only to public addresses.
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

/** Connects to one server on this machine, whatever the host name is. */
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

/**
 * Starts an https server. `agent` returns a new agent each time, because each fetch destroys its
 * agent.
 */
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
