/** supabase-js would derive one from the URL, so a change of the URL would sign everybody out. */
export const sessionCookie = 'studio-session'

/** `secure` if the request came by https. */
export function cookieOptions(secure: boolean) {
  return { name: sessionCookie, path: '/', sameSite: 'lax', secure } as const
}

/** By `X-Forwarded-Proto`, which Next or the proxy in front sets. */
export function cameByHttps(headers: Headers): boolean {
  return headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
}
