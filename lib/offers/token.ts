import { siteSecret } from '../env'
import { isSigned, type LinkToken, writeToken } from '../link-token'
import { paths } from '../paths'

const PURPOSE = 'read an offer'

/** `/offer/<id>.<signature>`; works like `managePath`. Null without a `SITE_SECRET`. */
export function offerPath(id: string, version: number, secret = siteSecret()): string | null {
  return secret === undefined ? null : `${paths.offer}/${writeToken(PURPOSE, id, version, secret)}`
}

export function isSignedFor(token: LinkToken, version: number, secrets?: (string | undefined)[]): boolean {
  return isSigned(PURPOSE, token, version, secrets)
}
