/** Users' tokens: signed with the instance's ES256 key, verified by everything that reads one. Times come from `Date`. */
import {
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  SignJWT,
  type JWK,
} from 'jose'

export type Claims = Record<string, unknown>

/** Why a token was refused: not of three parts, of another key or algorithm, or with a signature that does not fit. */
export class TokenFault extends Error {
  constructor(
    readonly kind: 'malformed' | 'key' | 'signature',
    message: string,
  ) {
    super(message)
  }
}

export interface Tokens {
  /** The public key set, as served under `/.well-known/jwks.json`. */
  jwks: { keys: JWK[] }
  /** Signs claims as they are; `iat` and `exp` are the caller's (seconds). */
  sign(claims: Claims): Promise<string>
  /** The claims of a token that this instance signed; whether it has expired is the caller's to judge. Throws TokenFault. */
  verify(token: string): Promise<Claims>
}

export async function createTokens(signingKey: JWK): Promise<Tokens> {
  const publicKey: JWK = { ...signingKey }
  delete publicKey.d
  const kid = signingKey.kid ?? (await calculateJwkThumbprint(publicKey))
  const [privateKey, verifyingKey] = await Promise.all([
    importJWK(signingKey, 'ES256'),
    importJWK(publicKey, 'ES256'),
  ])
  return {
    jwks: { keys: [{ ...publicKey, kid, use: 'sig', key_ops: ['verify'] }] },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(privateKey),
    async verify(token) {
      const parts = token.split('.').length
      if (parts !== 3) throw new TokenFault('malformed', `Expected 3 parts in JWT; got ${parts}`)
      try {
        const header = decodeProtectedHeader(token)
        if (header.alg !== 'ES256' || (header.kid !== undefined && header.kid !== kid)) {
          throw new TokenFault(
            'key',
            `unrecognized JWT kid ${header.kid ?? '<nil>'} for algorithm ${String(header.alg)}`,
          )
        }
        const { payload } = await compactVerify(token, verifyingKey, { algorithms: ['ES256'] })
        const claims: unknown = JSON.parse(new TextDecoder().decode(payload))
        if (typeof claims === 'object' && claims !== null && !Array.isArray(claims)) return claims as Claims
        throw new TokenFault('malformed', 'Parsing claims failed')
      } catch (error) {
        if (error instanceof TokenFault) throw error
        if (error instanceof errors.JWSSignatureVerificationFailed)
          throw new TokenFault('signature', error.message)
        throw new TokenFault('malformed', error instanceof Error ? error.message : String(error))
      }
    },
  }
}

/** The present in whole seconds since 1970, as tokens count time. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
