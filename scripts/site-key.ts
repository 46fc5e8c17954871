/**
 * `npm run site-key`: stores the hash of this site's key. The database accepts bookings and inquiries only from a site
 * with a stored key; it keeps the two newest, and with `-- --only`, for use after a leak, one.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBackend, siteSecret } from '../lib/env'
import { hashSiteKey, siteKey } from '../lib/supabase/site-key'
import { readEnvFile } from './processes'
import { checkSecretKey } from './secret-key'
import { type Backend, nodeClient } from './supabase-client'

/** `secret` is base64. `only` deletes all other keys. */
export async function storeSiteKey(
  backend: Backend & { secretKey: string },
  secret: string,
  only = false,
): Promise<void> {
  const supabase = nodeClient(backend, backend.secretKey)
  const hash = hashSiteKey(siteKey(secret) ?? '')
  const { error } = await supabase.rpc('set_site_key', { p_hash: hash, p_only: only })
  if (error?.code === 'PGRST202')
    throw new Error(
      'The database has no tables of the site yet: "npm run check:hosted" prints the command that creates them.',
    )
  if (error) throw error
}

/** For the embedded Supabase, from a file in the data folder, created if missing. */
export async function ensureSiteSecret(
  embedded: Backend & { secretKey: string; dataDir: string },
): Promise<string> {
  const file = join(embedded.dataDir, 'site-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 })
  const secret = readFileSync(file, 'utf8').trim()
  // A restored database may contain keys of other sites.
  await storeSiteKey(embedded, secret, true)
  return secret
}

async function main() {
  const only = process.argv.includes('--only')
  readEnvFile()
  const configured = readBackend()
  if (!configured)
    throw new Error(
      'No Supabase is configured. The embedded one needs no key to be stored: "npm start" does it.',
    )
  const secret = siteSecret()
  if (!secret) throw new Error('SITE_SECRET is not set: "openssl rand -base64 32" makes one.')
  const secretKey = process.env.SUPABASE_SECRET_KEY
  if (!secretKey)
    throw new Error('SUPABASE_SECRET_KEY is not set: storing the key needs the project’s secret key.')
  const backend = { url: configured.url, secretKey }
  await checkSecretKey(backend)
  await storeSiteKey(backend, secret, only)
  console.log(`The key of this site is stored${only ? ', and no other is known any more' : ''}.`)
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    console.error((error as Partial<Error>).message ?? error)
    process.exit(1)
  })
}
