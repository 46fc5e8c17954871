/** One client's WebSocket: the frames it may send, and the limits on slow and noisy clients. */
import type { WebSocket } from 'ws'
import type { Caller } from '../database'
import { notServed } from '../http'
import type { Services } from '../services'
import { callerOfToken, Channel, parseBindings } from './channel'
import { isPublished } from './changes'
import { parseFrame, type Frame, type Payload } from './frames'

/** Bytes that may wait for a client that does not read, before it is disconnected. */
const MAX_WAITING = 1_000_000
/** Bytes of frames that may wait to be handled. */
const MAX_QUEUE = 1_000_000
const MAX_CHANNELS = 100
/**
 * Milliseconds of silence after which a client is disconnected; it should send a heartbeat every 25
 * s.
 */
const SILENCE = 60_000

export class Connection {
  readonly joined = new Map<string, { channel: Channel; joinRef: string | null }>()
  private lastMessageAt = performance.now()
  private queued = 0
  private turn = Promise.resolve()

  constructor(
    private readonly services: Services,
    private readonly socket: WebSocket,
    private readonly keyCaller: Caller,
  ) {
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer, isBinary) => {
      this.lastMessageAt = performance.now()
      this.queued += data.length
      if (this.queued > MAX_QUEUE) return socket.close(1008, 'too many frames at once')
      // One after the other: a token must not overtake the join it belongs to.
      this.turn = this.turn
        .then(() => this.read(data, isBinary))
        .catch((error: unknown) => console.error('embedded Supabase, realtime:', error))
        .finally(() => (this.queued -= data.length))
    })
  }

  private async read(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return
    const frame = isBinary ? null : parseFrame(data.toString())
    if (frame) return this.handle(frame)
    this.socket.close(1007, isBinary ? 'binary frames are not served' : 'not a Phoenix 2.0.0 frame')
  }

  dropIfSilent(): void {
    if (performance.now() - this.lastMessageAt > SILENCE) this.socket.terminate()
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
    this.socket.send(JSON.stringify([joinRef, ref, topic, event, payload]))
  }

  private reply({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: Payload): void {
    this.send(joinRef, ref, topic, 'phx_reply', { status, response })
  }

  private async handle(frame: Frame): Promise<void> {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return this.reply(frame, 'ok', {})
    if (frame.event === 'phx_join') return this.join(frame)
    const channel = this.joined.get(frame.topic)?.channel
    if (!channel) return this.reply(frame, 'error', { reason: 'unmatched topic' })
    if (frame.event === 'phx_leave') {
      this.reply(frame, 'ok', {})
      return this.leave(frame.topic)
    }
    if (frame.event !== 'access_token')
      return this.reply(frame, 'error', { reason: notServed(`"${frame.event}" on channels`) })
    const token = userToken(frame)
    if (token !== null && (await channel.authorize(this.services.tokens, token))) this.announce(channel)
  }

  private async join(frame: Frame): Promise<void> {
    const { topic, joinRef } = frame
    try {
      if (!/^realtime:./.test(topic)) throw new Error('unmatched topic')
      this.leave(topic)
      if (this.joined.size >= MAX_CHANNELS) throw new Error('ChannelRateLimitReached: Too many channels')
      const bindings = parseBindings(frame.payload)
      const token = userToken(frame)
      const caller = token === null ? this.keyCaller : await callerOfToken(this.services.tokens, token)
      const push = (event: string, payload: Payload) =>
        this.send(event === 'system' ? joinRef : null, null, topic, event, payload)
      const name = topic.slice('realtime:'.length)
      const channel = new Channel(name, bindings, caller, push, () => this.leave(topic))
      this.joined.set(topic, { channel, joinRef })
      this.reply(frame, 'ok', { postgres_changes: bindings.map(({ params, id }) => ({ ...params, id })) })
      this.announce(channel)
    } catch (error) {
      this.reply(frame, 'error', { reason: error instanceof Error ? error.message : String(error) })
    }
  }

  private announce(channel: Channel): void {
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

/** The user's token of a frame; supabase-js sends its API key there when nobody is signed in. */
function userToken({ payload }: Frame): string | null {
  const token = payload.access_token
  return typeof token === 'string' && !token.startsWith('sb_') ? token : null
}
