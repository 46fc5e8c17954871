/** The errors have the words of Realtime. */
import { API_ROLES, type Caller } from '../database'
import { nowInSeconds, TokenError, type Tokens } from '../jwt'

/** The reply to a failed join contains `message`, which begins with `code`. An open channel that ends sends `later`. */
export class ChannelError extends Error {
  constructor(
    code: string,
    reason: string,
    readonly later = reason,
  ) {
    super(`${code}: ${reason}`)
  }
}

/** Throws a ChannelError if the token is invalid. */
export async function callerOfToken(tokens: Tokens, token: string): Promise<Caller> {
  const claims = await tokens.verify(token).catch((error: unknown) => {
    throw error instanceof TokenError ? asChannelError(error) : error
  })
  const role = API_ROLES.find((known) => known === claims.role)
  if (!role || typeof claims.exp !== 'number')
    throw new ChannelError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
  const late = nowInSeconds() - claims.exp
  if (late >= 0) throw new ChannelError('InvalidJWTToken', `Token has expired ${late} seconds ago`)
  return { role, claims }
}

function asChannelError({ kind, kid }: TokenError): ChannelError {
  if (kind === 'malformed') return new ChannelError('MalformedJWT', 'The token provided is not a valid JWT')
  if (kind === 'foreign')
    return new ChannelError('JwtSignatureError', 'Failed to validate JWT signature', ':signature_error')
  const key = `Failed to generate JWT signer for key ID (kid) ${JSON.stringify(kid)}`
  return new ChannelError('JwtSignerError', `${key}, check your JWT secret or JWKS configuration`)
}
