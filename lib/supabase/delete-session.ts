import { sessionCookie } from './options'

/** Only the cookies: the session still exists on the Auth server. */
export function deleteSession(): void {
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (name.startsWith(sessionCookie)) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
