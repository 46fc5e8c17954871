import { siteSecret } from '../env'
import { isSigned, type LinkToken, writeToken } from '../link-token'
import { paths } from '../paths'

export { readToken } from '../link-token'

const PURPOSE = 'manage a booking'

/**
 * The path of the visitor's own page of a booking, `/booking/manage/<id>.<signature>`. Nothing of
 * it is stored; a new `version` (the row's `link_version`) makes all earlier links invalid. Null
 * while the site has no `SITE_SECRET`.
 */
export function managePath(id: string, version: number, secret = siteSecret()): string | null {
  return secret === undefined ? null : `${paths.manage}/${writeToken(PURPOSE, id, version, secret)}`
}

/**
 * Whether a token was signed with the current or previous `SITE_SECRET` for this `version` of its
 * booking's link; compared in constant time.
 */
export function isSignedFor(token: LinkToken, version: number, secrets?: (string | undefined)[]): boolean {
  return isSigned(PURPOSE, token, version, secrets)
}
