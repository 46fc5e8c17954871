import { toInstant } from '../dates'
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
 * Whether there is a link to give to a call's page: by `copy_visitor_link`'s rule, and with the
 * secret that signs it.
 */
export function hasLink({ date, end_time }: { date: string; end_time: string }): boolean {
  return siteSecret() !== undefined && toInstant(date, end_time).getTime() > Date.now()
}

/**
 * Whether a token was signed with the current or previous `SITE_SECRET` for this `version` of its
 * booking's link; compared in constant time.
 */
export function isSignedFor(token: LinkToken, version: number, secrets?: (string | undefined)[]): boolean {
  return isSigned(PURPOSE, token, version, secrets)
}
