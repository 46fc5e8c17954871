import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { addressOf, notServed } from '../http'
import { callerOfKey, type Services } from '../services'
import { deliverChanges } from './changes'
import { Connection } from './connection'
import type { Payload } from './frames'

const MAX_FRAME = 100_000
const SWEEP = 15_000

/** At /realtime/v1/websocket of the HTTP server. Returns a function that closes all of them. */
export async function serveRealtime(services: Services, server: Server): Promise<() => void> {
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })
  await deliverChanges(services.db, services.catalog, function* () {
    for (const { joined } of connections) for (const { channel } of joined.values()) yield channel
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const url = addressOf(request)
    const [key, version] = [url.searchParams.get('apikey'), url.searchParams.get('vsn')]
    const caller = callerOfKey(services.keys, key)
    if (url.pathname !== '/realtime/v1/websocket')
      return reject(socket, 404, { message: notServed(url.pathname) })
    if (!caller)
      return reject(
        socket,
        401,
        key === null ? { error: 'API key is missing' } : { message: 'Invalid API key' },
      )
    if (version !== '2.0.0')
      return reject(socket, 400, { message: notServed(`Realtime protocol ${version ?? '1.0.0'}`) })
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(services, webSocket, caller)
      connections.add(connection)
      webSocket.on('close', () => {
        connections.delete(connection)
        for (const { channel } of connection.joined.values()) channel.stop()
      })
    })
  })
  const sweep = setInterval(() => connections.forEach((connection) => connection.dropIfSilent()), SWEEP)
  return () => {
    clearInterval(sweep)
    sockets.clients.forEach((socket) => socket.close(1001, 'The embedded Supabase is shutting down'))
  }
}

function reject(socket: Duplex, status: number, body: Payload): void {
  const text = JSON.stringify(body)
  const head = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close`
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n\r\n${text}`)
}
