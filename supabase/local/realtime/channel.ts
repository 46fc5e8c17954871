import type { Caller } from '../database'
import { notServed } from '../http'
import { nowInSeconds, type Tokens } from '../jwt'
import { isPayload, type Payload } from './frames'
import { callerOfToken, ChannelError } from './token'

/** In milliseconds, between two checks of a token. A timer for its whole life could overflow. */
const RECHECK = 300_000

/** One entry of `postgres_changes` in a join. Events name it by its `id`. */
export interface Binding {
  id: number
  /** As the client sent it: the reply must repeat it unchanged. */
  params: Payload
  event: string
  schema: string
  table: string
  /** A schema or a table. */
  isNamed: boolean
}

export class Channel {
  private timer: NodeJS.Timeout | undefined
  /** One invalid subscription makes all of the channel fail. */
  isSubscribed = false

  /**
   * `token` is null if the client has only its API key. `close` is called once, when the token expires or a new one is
   * invalid.
   */
  constructor(
    private readonly name: string,
    readonly bindings: Binding[],
    public caller: Caller,
    private token: string | null,
    readonly push: (event: string, payload: Payload) => void,
    private readonly close: () => void,
  ) {
    this.isLive()
  }

  /** Call this after a join and after each new token. */
  announce(isPublished: (binding: Binding) => boolean): void {
    const unnamed = this.bindings.find((binding) => !binding.isNamed)
    const missing = this.bindings.find((binding) => !isPublished(binding))
    this.isSubscribed = !unnamed && !missing
    if (unnamed) {
      const advice = 'Please provide at least a `schema` or `table` to subscribe to'
      this.system('error', `No subscription params provided. ${advice}: ${asElixir(unnamed.params)}`)
    } else if (missing?.params.filter) this.system('error', notServed('filters on postgres_changes'))
    else if (missing) {
      const advice = 'Please check Realtime is enabled for the given connect parameters'
      const { event, schema, table } = missing
      const params = `event: ${event}, schema: ${schema}, table: ${table}, filters: [], select: nil`
      this.system('error', `Unable to subscribe to changes with given parameters. ${advice}: [${params}]`)
    } else if (this.bindings.length > 0) this.system('ok', 'Subscribed to PostgreSQL')
  }

  /** Ends the channel if the new token is invalid. True if `announce` must follow: the token is valid and new. */
  async authorize(tokens: Tokens, token: string): Promise<boolean> {
    if (token === this.token) return false
    try {
      this.caller = await callerOfToken(tokens, token)
      this.token = token
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      this.end(error.later)
      return false
    }
    return this.isLive()
  }

  /** Ends the channel if its token has expired. */
  isLive(): boolean {
    clearTimeout(this.timer)
    const { exp } = this.caller.claims
    if (typeof exp !== 'number') return true
    const left = exp - nowInSeconds()
    if (left > 0) this.timer = setTimeout(() => this.isLive(), Math.min(RECHECK, left * 1000))
    else this.end(`Token has expired ${-left} seconds ago`)
    return left > 0
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private end(message: string): void {
    this.stop()
    this.system('error', message, 'system')
    this.close()
  }

  private system(status: 'ok' | 'error', message: string, extension = 'postgres_changes'): void {
    this.push('system', { channel: this.name, extension, message, status })
  }
}

const MAX_BINDINGS = 100

/** Throws an Error for an option that this server does not support. */
export function parseBindings({ config }: Payload): Binding[] {
  if (!isPayload(config)) return []
  if (config.private === true) throw new Error(notServed('private channels'))
  if (isPayload(config.presence) && config.presence.enabled === true) throw new Error(notServed('presence'))
  // Without `ack`, this server drops a broadcast without a reply. The real server does not reply either.
  if (isPayload(config.broadcast) && config.broadcast.ack === true) throw new Error(notServed('broadcast'))
  const wanted: unknown[] = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  if (wanted.length > MAX_BINDINGS) throw new Error(notServed(`more than ${MAX_BINDINGS} postgres_changes`))
  const text = (value: unknown, absent: string) => (typeof value === 'string' ? value : absent)
  return wanted.filter(isPayload).map((params) => ({
    id: idOf(params),
    params,
    event: text(params.event, '*'),
    schema: text(params.schema, 'public'),
    table: text(params.table, '*'),
    isNamed: typeof params.schema === 'string' || typeof params.table === 'string',
  }))
}

/** As in Realtime's errors. */
function asElixir(params: Payload): string {
  const entries = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `%{${entries.map(([key, value]) => `${JSON.stringify(key)} => ${JSON.stringify(value)}`).join(', ')}}`
}

/** As in Realtime, equal parameters have equal ids. */
function idOf(params: Payload): number {
  let id = 5381
  for (const byte of Buffer.from(JSON.stringify(params))) id = (id * 33 + byte) % 2 ** 27
  return id
}
