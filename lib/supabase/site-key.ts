import { createHash, createHmac } from 'node:crypto'
import { siteSecret } from '../env'

// No `server-only` here, because scripts use this module. `node:crypto` keeps it out of client components.

/** Proves to the database that a call comes from the site. Undefined without a secret. */
export function siteKey(secret: string | undefined = siteSecret()): string | undefined {
  if (secret === undefined) return undefined
  return createHmac('sha256', Buffer.from(secret, 'base64')).update('database').digest('hex')
}

/** The SHA-256 of a site key in hexadecimal digits, which the database stores instead of the key. */
export function hashSiteKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
