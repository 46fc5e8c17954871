import { paths } from '../paths'
import { encode } from './encoding'
import { scriptsAfterPaint } from './scripts-after-paint'
import { sendEncoded, whenWhole } from './when-whole'

/** The booking page's scripts wait for its first paint, as those of the static pages do, which the build has seen to. */
export function paintFirst(): void {
  whenWhole(
    (path) => path === paths.booking,
    async ({ body, encoding, response }) =>
      sendEncoded(response, encoding, await encode(scriptsAfterPaint(String(body)), encoding, 5)),
  )
}
