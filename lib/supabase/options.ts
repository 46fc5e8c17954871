/** Options that all clients share. */

/** The session cookie's name. The default depends on the backend's host, so that a move would sign everybody out. */
export const sessionCookie = 'studio-session'

/** The session cookie's attributes; `Secure` whenever the visitor came by https, not by build mode. */
export function cookieOptions(secure: boolean) {
  return { name: sessionCookie, path: '/', sameSite: 'lax', secure } as const
}

/** Whether a request came by https. Next sets the header, or the proxy in front. */
export function cameByHttps(headers: Headers): boolean {
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
}
