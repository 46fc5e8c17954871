import { createHash, randomBytes } from 'node:crypto'

/** The secret part of a new address: 32 random bytes, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The SHA-256 of an address's secret part as hexadecimal digits, which is all that is stored of it. Null
 * for a text that no address has.
 */
export function hashToken(token: string): string | null {
  return /^[\w-]{43}$/.test(token) ? createHash('sha256').update(token).digest('hex') : null
}
