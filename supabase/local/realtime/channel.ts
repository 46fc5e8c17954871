/** One joined topic: its subscriptions and its caller, until the caller's token expires. */
import { API_ROLES, type Caller } from '../database'
import { notServed } from '../http'
import { nowInSeconds, TokenError, type Tokens } from '../jwt'
import { isPayload, type Payload } from './frames'

/**
 * Milliseconds after which a token is checked again at the latest; a longer timer would overflow.
 */
const RECHECK = 300_000

/** One entry of a join's `postgres_changes`, with the id under which its events are sent. */
export interface Binding {
  id: number
  /** As the client sent it, which is how it must come back. */
  params: Payload
  event: string
  schema: string
  table: string
}

export class Channel {
  private timer: NodeJS.Timeout | undefined

  /**
   * `push` sends an event of this topic; `close` is called once, when the token is no longer valid.
   */
  constructor(
    private readonly name: string,
    readonly bindings: Binding[],
    public caller: Caller,
    readonly push: (event: string, payload: Payload) => void,
    private readonly close: () => void,
  ) {
    this.isLive()
  }

  /** Tells the client, after a join and after every new token, whether it will get changes. */
  announce(isPublished: (binding: Binding) => boolean): void {
    const missing = this.bindings.find((binding) => !isPublished(binding))
    const advice = 'Please check Realtime is enabled for the given connect parameters'
    if (missing?.params.filter) this.system('error', notServed('filters on postgres_changes'))
    else if (missing) {
      const params = JSON.stringify(missing.params)
      this.system('error', `Unable to subscribe to changes with given parameters. ${advice}: [${params}]`)
    } else if (this.bindings.length > 0) this.system('ok', 'Subscribed to PostgreSQL')
  }

  /** Takes a newer token; ends the channel when it is not valid. */
  async authorize(tokens: Tokens, token: string): Promise<boolean> {
    try {
      this.caller = await callerOfToken(tokens, token)
    } catch (error) {
      this.end(error instanceof Error ? error.message : String(error))
      return false
    }
    return this.isLive()
  }

  /** Whether the token has not expired; ends the channel when it has. */
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

/** The caller of a token. Throws an Error whose message is Realtime's reason. */
export async function callerOfToken(tokens: Tokens, token: string): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    if (error.kind === 'malformed') throw new Error('MalformedJWT: The token provided is not a valid JWT')
    throw new Error('JwtSignatureError: Failed to validate JWT signature')
  })
  const role = API_ROLES.find((known) => known === claims.role)
  if (!role || typeof claims.exp !== 'number')
    throw new Error('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  const late = nowInSeconds() - claims.exp
  if (late >= 0) throw new Error(`InvalidJWTToken: Token has expired ${late} seconds ago`)
  return { role, claims }
}

const MAX_BINDINGS = 100

/** Reads the subscriptions of a join. Throws an Error that names what is not served. */
export function parseBindings({ config }: Payload): Binding[] {
  if (!isPayload(config)) return []
  if (config.private === true) throw new Error(notServed('private channels'))
  if (isPayload(config.presence) && config.presence.enabled === true) throw new Error(notServed('presence'))
  const wanted: unknown[] = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  if (wanted.length > MAX_BINDINGS) throw new Error(notServed(`more than ${MAX_BINDINGS} postgres_changes`))
  const text = (value: unknown, absent: string) => (typeof value === 'string' ? value : absent)
  return wanted.filter(isPayload).map((params) => ({
    id: idOf(params),
    params,
    event: text(params.event, '*'),
    schema: text(params.schema, 'public'),
    table: text(params.table, '*'),
  }))
}

/** The same number for the same parameters, as Realtime's ids are. */
function idOf(params: Payload): number {
  let id = 5381
  for (const byte of Buffer.from(JSON.stringify(params))) id = (id * 33 + byte) % 2 ** 27
  return id
}
