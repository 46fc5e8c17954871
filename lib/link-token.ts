import { createHmac, timingSafeEqual } from 'node:crypto'
import { previousSiteSecret, siteSecret } from './env'

// No `server-only`: tests of the mail worker use this module.

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The signing key depends on it, so a link opens no page of another kind. */
export type LinkPurpose = 'manage a booking' | 'read an offer'

/** The signature covers the id and the row's `link_version`. */
export interface LinkToken {
  id: string
  signature: string
}

/** The last segment of a link's path, `<id>.<signature>`. */
export function writeToken(purpose: LinkPurpose, id: string, version: number, secret: string): string {
  return `${id}.${sign(purpose, id, version, secret)}`
}

export function readToken(text: string): LinkToken | null {
  const [id = '', signature = '', ...more] = text.split('.')
  return more.length === 0 && UUID.test(id) && /^[\w-]{22}$/.test(signature) ? { id, signature } : null
}

/** By one of `secrets`: the current or the previous `SITE_SECRET`. Compares in constant time. */
export function isSigned(
  purpose: LinkPurpose,
  { id, signature }: LinkToken,
  version: number,
  secrets = [siteSecret(), previousSiteSecret()],
): boolean {
  return secrets.some(
    (secret) =>
      secret !== undefined &&
      timingSafeEqual(Buffer.from(sign(purpose, id, version, secret)), Buffer.from(signature)),
  )
}

export function hideTokens(text: string): string {
  return text.replace(/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{22}/g, '$1.…')
}

/** The first 16 bytes of an HMAC-SHA256, base64url. */
function sign(purpose: LinkPurpose, id: string, version: number, secret: string): string {
  const key = createHmac('sha256', Buffer.from(secret, 'base64')).update(purpose).digest()
  return createHmac('sha256', key).update(`${id}.${version}`).digest().subarray(0, 16).toString('base64url')
}
