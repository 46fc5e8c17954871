/** One joined topic: what it wants to hear of, and for whom. */
import { API_ROLES, type Caller } from '../database'
import { notServed } from '../http'
import { nowInSeconds, TokenFault, type Tokens } from '../jwt'
import { isPayload, type Payload } from './frames'

/** Seconds after which a channel's token is looked at again, at the latest. */
const RECHECK = 300

/** One entry of `postgres_changes`, as the client sent it, with the id under which events are sent. */
export interface Binding {
  id: number
  params: Payload
  event: string
  schema: string
  table: string
}

/** Sends an event of the channel's topic. */
export type Push = (event: string, payload: Payload) => void

export class Channel {
  private timer: NodeJS.Timeout | undefined

  /** `close` is called once, when the channel ends for want of a valid token. */
  constructor(
    readonly topic: string,
    readonly bindings: Binding[],
    public caller: Caller,
    readonly push: Push,
    private readonly close: () => void,
  ) {
    this.watchExpiry()
  }

  /** What follows a join and every new token: whether changes will come. */
  announce(isPublished: (binding: Binding) => boolean): void {
    if (this.bindings.length === 0) return
    const missing = this.bindings.find((binding) => !isPublished(binding))
    if (!missing) return this.system('ok', 'Subscribed to PostgreSQL', 'postgres_changes')
    const params = JSON.stringify(missing.params)
    const message = missing.params.filter
      ? notServed('filters on postgres_changes')
      : `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${params}]`
    this.system('error', message, 'postgres_changes')
  }

  /** Takes a newer token; one that does not hold ends the channel. */
  async authorize(tokens: Tokens, token: string): Promise<boolean> {
    try {
      this.caller = await callerOfToken(tokens, token)
      this.watchExpiry()
      return true
    } catch (error) {
      this.shutdown(error instanceof Error ? error.message : String(error))
      return false
    }
  }

  /** Whether the token still holds; the channel ends when it does not. */
  isLive(): boolean {
    const { exp } = this.caller.claims
    if (typeof exp !== 'number' || exp > nowInSeconds()) return true
    this.shutdown(`Token has expired ${nowInSeconds() - exp} seconds ago`)
    return false
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private watchExpiry() {
    clearTimeout(this.timer)
    const { exp } = this.caller.claims
    if (typeof exp !== 'number') return
    const seconds = Math.min(RECHECK, Math.max(0, exp - nowInSeconds()))
    this.timer = setTimeout(() => this.isLive() && this.watchExpiry(), seconds * 1000)
  }

  private shutdown(message: string) {
    this.stop()
    this.system('error', message, 'system')
    this.close()
  }

  private system(status: 'ok' | 'error', message: string, extension: string) {
    this.push('system', { channel: this.topic.slice('realtime:'.length), extension, message, status })
  }
}

/** The caller of a token. Throws an Error whose message is Realtime's reason. */
export async function callerOfToken(tokens: Tokens, token: string): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    if (!(error instanceof TokenFault)) throw error
    throw new Error(
      error.kind === 'malformed'
        ? 'MalformedJWT: The token provided is not a valid JWT'
        : 'JwtSignatureError: Failed to validate JWT signature',
    )
  })
  const role = API_ROLES.find((known) => known === claims.role)
  if (!role || typeof claims.exp !== 'number')
    throw new Error('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  const late = nowInSeconds() - claims.exp
  if (late >= 0) throw new Error(`InvalidJWTToken: Token has expired ${late} seconds ago`)
  return { role, claims }
}

/** Reads a join's `config`. Throws an Error that names what is not served. */
export function parseBindings(payload: Payload): Binding[] {
  const config = isPayload(payload.config) ? payload.config : {}
  if (config.private === true) throw new Error(notServed('private channels'))
  if (isPayload(config.presence) && config.presence.enabled === true) throw new Error(notServed('presence'))
  const wanted: unknown[] = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  return wanted.filter(isPayload).map((params) => ({
    id: bindingId(params),
    params,
    event: typeof params.event === 'string' ? params.event : '*',
    schema: typeof params.schema === 'string' ? params.schema : 'public',
    table: typeof params.table === 'string' ? params.table : '*',
  }))
}

/** A number that is the same for the same parameters, as Realtime's ids are. */
function bindingId(params: Payload): number {
  let hash = 5381
  for (const character of JSON.stringify(params))
    hash = (hash * 33 + (character.codePointAt(0) ?? 0)) % 134_217_728
  return hash
}
