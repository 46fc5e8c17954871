import { createHash, randomBytes } from 'node:crypto'

/** Makes a new feed token: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The SHA-256 of a feed token in hexadecimal digits, which the database stores instead of the token. Null for
 * a text that is no token.
 */
export function hashToken(token: string): string | null {
  return /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest('hex') : null
}
