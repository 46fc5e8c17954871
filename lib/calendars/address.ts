import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { previousSiteSecret, siteSecret } from '../env'
import { Unreadable } from './unreadable'

// No `server-only`: tests use this module outside Next.

const MAX_LENGTH = 2_000

/**
 * The address of a calendar, or the target of a redirect from `base`: https on its default port, with a host name and
 * without a user. Reads `webcal:` as https. Throws `Unreadable` for anything else.
 */
export function parseCalendarUrl(text: string, base?: URL): URL {
  const address = text.trim().replace(/^webcals?:/i, 'https:')
  if (address.length > MAX_LENGTH || !URL.canParse(address, base)) throw new Unreadable('address')
  const url = new URL(address, base)
  if (url.protocol !== 'https:' || url.port || url.username || url.password || url.href.length > MAX_LENGTH)
    throw new Unreadable('address')
  // The agent checks a host name's IP addresses.
  if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw new Unreadable('address')
  url.hash = ''
  return url
}

/** Bound to `id`, so that a copy of the database does not reveal the address. Throws `Unreadable` without a secret. */
export function sealAddress(id: string, address: string, secret = siteSecret()): string {
  if (secret === undefined) throw new Unreadable('secret')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64')
}

/** `isOld`: only the previous `SITE_SECRET` decrypts it, so encrypt it again. Throws `Unreadable` if no secret does. */
export function openAddress(
  id: string,
  sealed: string,
  [current, previous] = [siteSecret(), previousSiteSecret()],
): { address: string; isOld: boolean } {
  for (const secret of [current, previous]) {
    const address = secret === undefined ? null : unseal(id, Buffer.from(sealed, 'base64'), keyOf(secret))
    if (address !== null) return { address, isOld: secret !== current }
  }
  throw new Unreadable('secret')
}

function unseal(id: string, bytes: Buffer, key: Buffer): string | null {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    cipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-16))
    return cipher.update(bytes.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}

function keyOf(secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64')).update('calendar addresses').digest()
}
