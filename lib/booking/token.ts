import { toInstant } from '../dates'
import { siteSecret } from '../env'
import { isSigned, type LinkToken, writeToken } from '../link-token'
import { paths } from '../paths'

const PURPOSE = 'manage a booking'

/**
 * `/booking/manage/<id>.<signature>`; not stored. A new `version` (the row's `link_version`) makes all earlier links
 * invalid. Null without a `SITE_SECRET`.
 */
export function managePath(id: string, version: number, secret = siteSecret()): string | null {
  return secret === undefined ? null : `${paths.manage}/${writeToken(PURPOSE, id, version, secret)}`
}

export function hasLink({ date, end_time }: { date: string; end_time: string }): boolean {
  return siteSecret() !== undefined && toInstant(date, end_time).getTime() > Date.now()
}

export function isSignedFor(token: LinkToken, version: number, secrets?: (string | undefined)[]): boolean {
  return isSigned(PURPOSE, token, version, secrets)
}
