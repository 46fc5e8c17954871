/** WebSockets: who may connect, which frames are understood, and the limits that a slow or noisy client meets. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import type { Caller } from '../database'
import { callerOfKey, type Services } from '../gateway'
import { notServed } from '../http'
import { callerOfToken, Channel, parseBindings, type Binding } from './channel'
import { deliverChanges, isPublished } from './changes'
import { formatFrame, parseFrame, type Frame, type Payload } from './frames'

const MAX_FRAME = 100_000
/** Bytes that may wait for a client that does not read; then it is cut off, and comes back when it can. */
const MAX_WAITING = 1_000_000
const MAX_CHANNELS = 100
/** Milliseconds of silence after which a client is taken for gone; it sends a heartbeat every 25 s. */
const SILENCE = 60_000

interface Joined {
  channel: Channel
  joinRef: string | null
}

/** Serves /realtime/v1/websocket on the server. Returns what closes every socket. */
export async function serveRealtime(services: Services, server: Server): Promise<() => void> {
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })
  await deliverChanges(services.db, services.catalog, function* () {
    for (const connection of connections) for (const { channel } of connection.joined.values()) yield channel
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const url = new URL(request.url ?? '/', 'http://localhost')
    const key = url.searchParams.get('apikey')
    const caller = callerOfKey(services.keys, key)
    if (url.pathname !== '/realtime/v1/websocket')
      return refuse(socket, 404, { message: notServed(url.pathname) })
    if (key === null) return refuse(socket, 401, { error: 'API key is missing' })
    if (!caller) return refuse(socket, 401, { message: 'Invalid API key' })
    const version = url.searchParams.get('vsn') ?? '1.0.0'
    if (version !== '2.0.0')
      return refuse(socket, 400, { message: notServed(`Realtime protocol ${version}`) })
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(services, webSocket, caller)
      connections.add(connection)
      webSocket.on('close', () => {
        connection.leaveAll()
        connections.delete(connection)
      })
    })
  })
  const sweep = setInterval(() => connections.forEach((connection) => connection.dropIfSilent()), SILENCE / 4)
  sweep.unref()
  return () => {
    clearInterval(sweep)
    sockets.clients.forEach((socket) => socket.close(1001, 'The embedded Supabase is shutting down'))
  }
}

function refuse(socket: Duplex, status: number, body: Payload): void {
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

class Connection {
  readonly joined = new Map<string, Joined>()
  private heardAt = performance.now()
  /** Frames are handled one after the other: a join and the token that follows it must not overtake each other. */
  private turn = Promise.resolve()

  constructor(
    private readonly services: Services,
    private readonly socket: WebSocket,
    private readonly keyCaller: Caller,
  ) {
    socket.on('message', (data: RawData, isBinary: boolean) => {
      this.heardAt = performance.now()
      const frame = isBinary ? null : parseFrame((data as Buffer).toString('utf8'))
      if (!frame)
        return socket.close(1007, isBinary ? 'binary frames are not served' : 'not a Phoenix 2.0.0 frame')
      this.turn = this.turn
        .then(() => this.hear(frame))
        .catch((error: unknown) => console.error('embedded Supabase, realtime:', error))
    })
    socket.on('error', () => socket.terminate())
  }

  leaveAll(): void {
    for (const { channel } of this.joined.values()) channel.stop()
    this.joined.clear()
  }

  dropIfSilent(): void {
    if (performance.now() - this.heardAt > SILENCE) this.socket.terminate()
  }

  private send(
    joinRef: string | null,
    ref: string | null,
    topic: string,
    event: string,
    payload: Payload,
  ): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > MAX_WAITING) return this.socket.terminate()
    this.socket.send(formatFrame(joinRef, ref, topic, event, payload))
  }

  private reply(frame: Frame, status: 'ok' | 'error', response: Payload): void {
    this.send(frame.joinRef, frame.ref, frame.topic, 'phx_reply', { status, response })
  }

  private async hear(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.reply(frame, 'ok', {})
    if (frame.event === 'phx_join') return this.join(frame)
    const joined = this.joined.get(frame.topic)
    if (!joined) return this.reply(frame, 'error', { reason: 'unmatched topic' })
    if (frame.event === 'phx_leave') {
      this.reply(frame, 'ok', {})
      return this.leave(frame.topic)
    }
    if (frame.event !== 'access_token')
      return this.reply(frame, 'error', { reason: notServed(`"${frame.event}" on channels`) })
    const token = frame.payload.access_token
    if (typeof token !== 'string' || token.startsWith('sb_')) return
    if (await joined.channel.authorize(this.services.tokens, token))
      joined.channel.announce((b) => isPublished(this.services.catalog, b))
  }

  private async join(frame: Frame): Promise<void> {
    let bindings: Binding[]
    let caller = this.keyCaller
    try {
      if (!/^realtime:./.test(frame.topic)) throw new Error('unmatched topic')
      if (this.joined.has(frame.topic)) this.leave(frame.topic)
      if (this.joined.size >= MAX_CHANNELS) throw new Error('ChannelRateLimitReached: Too many channels')
      bindings = parseBindings(frame.payload)
      const token = frame.payload.access_token
      if (typeof token === 'string' && !token.startsWith('sb_'))
        caller = await callerOfToken(this.services.tokens, token)
    } catch (error) {
      return this.reply(frame, 'error', { reason: error instanceof Error ? error.message : String(error) })
    }
    const { topic, joinRef } = frame
    const push = (event: string, payload: Payload) =>
      this.send(event === 'system' ? joinRef : null, null, topic, event, payload)
    const channel = new Channel(topic, bindings, caller, push, () => this.leave(topic))
    this.joined.set(topic, { channel, joinRef })
    this.reply(frame, 'ok', {
      postgres_changes: bindings.map((binding) => ({ ...binding.params, id: binding.id })),
    })
    channel.announce((binding) => isPublished(this.services.catalog, binding))
  }

  private leave(topic: string): void {
    const joined = this.joined.get(topic)
    if (!joined) return
    joined.channel.stop()
    this.joined.delete(topic)
    this.send(joined.joinRef, joined.joinRef, topic, 'phx_close', {})
  }
}
