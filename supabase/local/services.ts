/**
 * The objects that the services share, and functions that read the API key and token of a request.
 */
import { join } from 'node:path'
import type { AuthMails } from './auth/mails'
import type { Caller, Database } from './database'
import { createTokens, type Tokens } from './jwt'
import { type Keys, loadKeys } from './keys'
import { type Catalog, readCatalog } from './rest/catalog'

/** The objects that the services Auth, REST and Realtime share. */
export interface Services {
  db: Database
  catalog: Catalog
  tokens: Tokens
  keys: Keys
  mails: AuthMails
}

/** Makes the services of a database, with the keys of the data folder `dir`. */
export async function openServices(db: Database, dir: string): Promise<Services> {
  const keys = await loadKeys(dir)
  const mails = { folder: join(dir, 'auth-mails'), siteUrl: 'http://localhost:3000' }
  return { db, keys, tokens: await createTokens(keys.signingKey), mails, catalog: await readCatalog(db) }
}

/** The caller that an API key stands for; null if it is none of this server's keys. */
export function callerOfKey(keys: Keys, key: string | null): Caller | null {
  if (key === keys.publishableKey) return { role: 'anon', claims: { role: 'anon' } }
  if (key === keys.secretKey) return { role: 'service_role', claims: { role: 'service_role' } }
  return null
}

/**
 * The access token in the header Authorization, or null: without a session, supabase-js sends its API key there.
 */
export function bearerToken(request: Request): string | null {
  const token = /^bearer (.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return token === undefined || token.startsWith('sb_') ? null : token
}
