import { createHash, createHmac } from 'node:crypto'
import { siteSecret } from '../env'

// No `server-only` here: commands use it too, and `node:crypto` keeps it out of browsers' scripts.

/**
 * The key by which this site shows the database that a call is its own, 64 hexadecimal digits, derived from the secret (base64) that
 * only the site has. Undefined without one.
 */
export function siteKey(secret: string | undefined = siteSecret()): string | undefined {
  if (secret === undefined) return undefined
  return createHmac('sha256', Buffer.from(secret, 'base64')).update('database').digest('hex')
}

/** What the database stores of a key: its SHA-256, as hexadecimal digits. */
export function hashSiteKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
