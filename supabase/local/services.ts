/**
 * The dependencies of the services, and the caller of an API key or token.
 */
import type { AuthMails } from './auth/mails'
import type { Caller, Database } from './database'
import type { Tokens } from './jwt'
import type { Keys } from './keys'
import type { Catalog } from './rest/catalog'

/** The dependencies of a service. */
export interface Services {
  db: Database
  catalog: Catalog
  tokens: Tokens
  keys: Keys
  mails: AuthMails
}

/** The caller of an API key; null for a key of another instance. */
export function callerOfKey(keys: Keys, key: string | null): Caller | null {
  if (key === keys.publishableKey) return { role: 'anon', claims: { role: 'anon' } }
  if (key === keys.secretKey) return { role: 'service_role', claims: { role: 'service_role' } }
  return null
}

/**
 * The user's token, or null. Without a session supabase-js sends its API key in the same header.
 */
export function bearerToken(request: Request): string | null {
  const token = /^bearer (.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return token === undefined || token.startsWith('sb_') ? null : token
}
