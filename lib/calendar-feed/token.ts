import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hexadecimal digits, which the database stores instead of the token. Null for a text that is no token. */
export function hashToken(token: string): string | null {
  return /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest('hex') : null
}
