import { Secret, TOTP } from 'otpauth'

/**
 * The code that a phone shows for this key, `steps` × 30 seconds from now, if the server's clock is
 * `ahead` ms.
 */
export function codeOf(secret: string, steps = 0, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + ahead + steps * 30_000 })
}

/** A code that is wrong now, and within two steps of 30 seconds before and after. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  )
}
