import { compactVerify, decodeProtectedHeader, importJWK, SignJWT, type JWK } from 'jose'

export type Claims = Record<string, unknown>

/** `foreign`: this server's key did not sign the token. `unknown key`: it names another key, `kid`. */
export class TokenError extends Error {
  constructor(
    readonly kind: 'malformed' | 'foreign' | 'unknown key',
    message: string,
    readonly kid = '',
  ) {
    super(message)
  }
}

export interface Tokens {
  /** The claim `iss` of new tokens; set when the server listens, because it contains the port. */
  issuer: string
  /** As served at `/.well-known/jwks.json`. */
  jwks: { keys: JWK[] }
  /** The caller must add `iat` and `exp` (in seconds). */
  sign(claims: Claims): Promise<string>
  /** Does not check `exp`. Throws TokenError. */
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
      if (parts !== 3) throw new TokenError('malformed', `Expected 3 parts in JWT; got ${parts}`)
      const { alg, kid = header.kid } = readHeader(token)
      const unknown = `unrecognized JWT kid ${kid} for algorithm ${alg}`
      if (kid !== header.kid) throw new TokenError('unknown key', unknown, kid)
      if (alg !== header.alg) throw new TokenError('foreign', unknown)
      const { payload } = await compactVerify(token, verifying).catch(() => {
        throw new TokenError('foreign', 'token signature is invalid')
      })
      return JSON.parse(new TextDecoder().decode(payload)) as Claims
    },
  }
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new TokenError('malformed', 'token is malformed')
  }
}

/** The unit of `iat` and `exp`. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
