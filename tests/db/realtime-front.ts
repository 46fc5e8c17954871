/** A server in front of Realtime that behaves as a test sets. */
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { WebSocketServer } from 'ws'

/**
 * 'good' passes all on; 'private' refuses public channels; 'away' refuses connections; 'silent'
 * sends nothing.
 */
export type RealtimeLook = 'good' | 'private' | 'away' | 'silent'

/** Passes WebSockets of the server `front` on to the URL `target`, or behaves as `look` returns. */
export function frontRealtime(front: Server, target: () => string, look: () => RealtimeLook) {
  const sockets = new WebSocketServer({ noServer: true })
  front.on('upgrade', (request, client, head) => {
    client.on('error', () => client.destroy())
    if (look() === 'away') return void client.destroy()
    if (look() !== 'good') {
      return sockets.handleUpgrade(request, client, head, (socket) => {
        if (look() === 'silent') return
        socket.on('message', (data: Buffer) => {
          const [joinRef, ref, topic] = JSON.parse(String(data)) as unknown[]
          const response = { reason: 'PrivateOnly: This project only allows private channels' }
          socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'error', response }]))
        })
      })
    }
    const { hostname, port } = new URL(target())
    const backend = connect(Number(port), hostname, () => {
      const { method, url, rawHeaders } = request
      const headers = rawHeaders.map((part, n) => part + (n % 2 ? '\r\n' : ': ')).join('')
      backend.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`)
      backend.write(head)
      client.pipe(backend).pipe(client)
    })
    backend.on('error', () => client.destroy())
  })
}
