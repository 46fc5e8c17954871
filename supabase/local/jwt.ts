/** Users' tokens: signed with the instance's ES256 key, verified by everything that reads one. Times come from `Date`. */
import { compactVerify, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose'

export type Claims = Record<string, unknown>

/** Why a token was refused: it is no token at all, or not one that this instance signed. */
export class TokenFault extends Error {
  constructor(
    readonly kind: 'malformed' | 'foreign',
    message: string,
  ) {
    super(message)
  }
}

export interface Tokens {
  /** Who issues them; known once the server listens. */
  issuer: string
  /** The public key set, as served under `/.well-known/jwks.json`. */
  jwks: { keys: JWK[] }
  /** Signs claims as they are; `iat` and `exp` are the caller's (seconds). */
  sign(claims: Claims): Promise<string>
  /** The claims of a token that this instance signed; whether it has expired is the caller's to judge. Throws TokenFault. */
  verify(token: string): Promise<Claims>
}

export async function createTokens(signingKey: JWK): Promise<Tokens> {
  const publicKey: JWK = { ...signingKey, use: 'sig', key_ops: ['verify'] }
  delete publicKey.d
  const header = { alg: 'ES256', kid: signingKey.kid ?? '', typ: 'JWT' }
  const [signing, verifying] = [await importJWK(signingKey), await importJWK(publicKey)]
  return {
    issuer: '',
    jwks: { keys: [publicKey] },
    sign: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(signing),
    async verify(token) {
      const parts = token.split('.').length
      if (parts !== 3) throw new TokenFault('malformed', `Expected 3 parts in JWT; got ${parts}`)
      const { alg, kid = header.kid } = readHeader(token)
      const known = alg === header.alg && kid === header.kid
      if (!known) throw new TokenFault('foreign', `unrecognized JWT kid ${kid} for algorithm ${alg}`)
      const { payload } = await compactVerify(token, verifying).catch(() => {
        throw new TokenFault('foreign', 'token signature is invalid')
      })
      return JSON.parse(new TextDecoder().decode(payload)) as Claims
    },
  }
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new TokenFault('malformed', 'token is malformed')
  }
}

/** The present in whole seconds since 1970, as tokens count time. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
