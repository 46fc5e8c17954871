import { createHmac, timingSafeEqual } from 'node:crypto'
import { previousSiteSecret, siteSecret } from '../env'
import { paths } from '../paths'

// No `server-only` here: the mail worker's tests use it too, and `node:crypto` keeps it out of
// browsers' scripts.

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The booking that a link names, and the signature that must be checked against that booking's
 * `link_version`.
 */
export interface ManageToken {
  id: string
  signature: string
}

/**
 * The path of the visitor's own page of a booking, `/booking/manage/<id>.<signature>`. Nothing of
 * it is stored; a new `version` (the row's `link_version`) makes all earlier links invalid. Null
 * while the site has no `SITE_SECRET`.
 */
export function managePath(id: string, version: number, secret = siteSecret()): string | null {
  return secret === undefined ? null : `${paths.manage}/${id}.${sign(id, version, secret)}`
}

/**
 * Reads the last part of {@link managePath}; null for anything else. Does not check the signature:
 * see {@link isSignedFor}.
 */
export function readToken(text: string): ManageToken | null {
  const [id = '', signature = '', ...more] = text.split('.')
  return more.length === 0 && UUID.test(id) && /^[\w-]{22}$/.test(signature) ? { id, signature } : null
}

/**
 * Whether a token was signed with the current or previous `SITE_SECRET` for this `version` of its
 * booking's link; compared in constant time.
 */
export function isSignedFor(
  { id, signature }: ManageToken,
  version: number,
  secrets = [siteSecret(), previousSiteSecret()],
): boolean {
  return secrets.some(
    (secret) =>
      secret !== undefined && timingSafeEqual(Buffer.from(sign(id, version, secret)), Buffer.from(signature)),
  )
}

/** The first 16 bytes of an HMAC-SHA256, base64url. */
function sign(id: string, version: number, secret: string): string {
  const key = createHmac('sha256', Buffer.from(secret, 'base64')).update('manage a booking').digest()
  return createHmac('sha256', key).update(`${id}.${version}`).digest().subarray(0, 16).toString('base64url')
}
