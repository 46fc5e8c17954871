import type { WebSocket } from 'ws'
import type { Caller } from '../database'
import type { Services } from '../services'
import { Channel, parseBindings } from './channel'
import { isPublished } from './changes'
import { parseFrame, type Frame, type Payload } from './frames'
import { callerOfToken, ChannelError } from './token'

/** In bytes. A client with more unread ones is disconnected. */
const MAX_WAITING = 1_000_000
/** In bytes of unhandled frames. */
const MAX_QUEUE = 1_000_000
const MAX_CHANNELS = 100
/** In milliseconds; clients send a heartbeat every 25 s. */
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
      // Handles frames one after the other, so that no token is handled before the join of its channel.
      this.turn = this.turn
        .then(() => this.read(data, isBinary))
        .catch((error: unknown) => console.error('embedded Supabase, realtime:', error))
        .finally(() => (this.queued -= data.length))
    })
  }

  private async read(data: Buffer, isBinary: boolean): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (isBinary) return this.socket.close(1007, 'binary frames are not served')
    const frame = parseFrame(data.toString())
    if (frame) await this.handle(frame) // ignores text that is no frame
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
    const joined = this.joined.get(frame.topic)
    if (frame.event === 'phx_leave') {
      if (joined && joined.joinRef !== frame.joinRef) return // the frame belongs to an earlier join
      this.reply(frame, 'ok', {})
      return this.leave(frame.topic)
    }
    if (!joined) return this.replyUnmatched(frame)
    // Only a new token has an effect here, and no event gets a reply.
    const token = frame.event === 'access_token' ? userToken(frame) : null
    if (token !== null && (await joined.channel.authorize(this.services.tokens, token)))
      this.announce(joined.channel)
  }

  private replyUnmatched(frame: Frame): void {
    this.reply({ ...frame, joinRef: null }, 'error', { reason: 'unmatched topic' })
  }

  private async join(frame: Frame): Promise<void> {
    const { topic } = frame
    if (!topic.startsWith('realtime:')) return this.replyUnmatched(frame)
    const earlier = this.joined.get(topic)
    earlier?.channel.stop()
    this.joined.delete(topic)
    const channel = await this.open(frame)
    // Closes the earlier join after the reply to the new one.
    if (earlier) this.sendClose(topic, earlier.joinRef)
    if (channel) this.announce(channel)
  }

  /** Null if the join failed. */
  private async open(frame: Frame): Promise<Channel | null> {
    const { topic, joinRef } = frame
    try {
      const name = topic.slice('realtime:'.length)
      if (!name) throw new ChannelError('TopicNameRequired', 'You must provide a topic name')
      if (this.joined.size >= MAX_CHANNELS) throw new Error('ChannelRateLimitReached: Too many channels')
      const bindings = parseBindings(frame.payload)
      const token = userToken(frame)
      const caller = token === null ? this.keyCaller : await callerOfToken(this.services.tokens, token)
      const push = (event: string, payload: Payload) =>
        this.send(event === 'system' ? joinRef : null, null, topic, event, payload)
      const channel = new Channel(name, bindings, caller, token, push, () => this.leave(topic))
      this.joined.set(topic, { channel, joinRef })
      this.reply(frame, 'ok', { postgres_changes: bindings.map(({ params, id }) => ({ ...params, id })) })
      return channel
    } catch (error) {
      this.reply(frame, 'error', { reason: error instanceof Error ? error.message : String(error) })
      return null
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
    this.sendClose(topic, joined.joinRef)
  }

  private sendClose(topic: string, joinRef: string | null): void {
    this.send(joinRef, joinRef, topic, 'phx_close', {})
  }
}

/** Null if supabase-js has no session and sent its API key. */
function userToken({ payload }: Frame): string | null {
  const token = payload.access_token
  return typeof token === 'string' && !token.startsWith('sb_') ? token : null
}
