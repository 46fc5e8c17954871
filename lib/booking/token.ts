import { toInstant } from '../dates'
import { siteSecret } from '../env'
import { isSigned, type LinkToken, writeToken } from '../link-token'
import { paths } from '../paths'

const PURPOSE = 'manage a booking'

/**
 * The path of a booking's own page, `/booking/manage/<id>.<signature>`. The database does not store the path.
 * A new `version` (the row's `link_version`) makes all earlier links invalid. Null without a `SITE_SECRET`.
 */
export function managePath(id: string, version: number, secret = siteSecret()): string | null {
  return secret === undefined ? null : `${paths.manage}/${writeToken(PURPOSE, id, version, secret)}`
}

/**
 * True if an admin can get the link of a call's page: the call is not over (the rule of `copy_visitor_link`),
 * and the site has a `SITE_SECRET`.
 */
export function hasLink({ date, end_time }: { date: string; end_time: string }): boolean {
  return siteSecret() !== undefined && toInstant(date, end_time).getTime() > Date.now()
}

/**
 * True if a token was signed for this `version` of its booking's link with the current or the previous
 * `SITE_SECRET`. Compares in constant time.
 */
export function isSignedFor(token: LinkToken, version: number, secrets?: (string | undefined)[]): boolean {
  return isSigned(PURPOSE, token, version, secrets)
}
