/**
 * `npm run admin:create -- EMAIL`: creates an admin, or gives an existing user the role and a new password.
 * `--reset-factor` removes the user's second factors instead, for an admin who lost their phone.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '@supabase/supabase-js'
import { readBackend } from '../lib/env'
import { dataFolder, readEnvFile, startEmbedded, stopProcess, type Embedded } from './processes'
import { checkSecretKey } from './secret-key'
import { type Backend, nodeClient } from './supabase-client'

const FIRST_ADMIN = 'admin@studio.test'

interface Created {
  email: string
  password: string
  /** Null if the account is new. */
  was: 'admin' | 'user' | null
}

export async function createAdmin(
  backend: Backend & { secretKey: string },
  email: string,
  password = randomBytes(15).toString('base64url'),
): Promise<Created> {
  const { auth } = nodeClient(backend, backend.secretKey)
  const attributes = { password, email_confirm: true, app_metadata: { role: 'admin' } }
  const { error } = await auth.admin.createUser({ email, ...attributes })
  if (error?.code === 'email_exists') {
    const user = await findUser(backend, (candidate) => candidate.email === email.toLowerCase())
    if (!user) throw new Error(`${email} exists but is not in the list of users.`)
    const { error: updateError } = await auth.admin.updateUserById(user.id, attributes)
    if (updateError) throw updateError
    return { email, password, was: user.app_metadata.role === 'admin' ? 'admin' : 'user' }
  }
  if (error) throw error
  return { email, password, was: null }
}

/** Ends the user's sessions too. Throws if the user does not exist or has no second factor. */
async function resetFactor(backend: Backend & { secretKey: string }, email: string): Promise<void> {
  const user = await findUser(backend, (candidate) => candidate.email === email.toLowerCase())
  if (!user) throw new Error(`Nobody has the e-mail address ${email}.`)
  const call = { p_site_key: '', p_user: user.id }
  const { error } = await nodeClient(backend, backend.secretKey).rpc('remove_factor', call)
  if (error?.message === 'no_factor')
    throw new Error(`${email} has no code: the password alone opens the admin.`)
  if (error) throw error
  console.log(
    `The code of ${email} is removed, and they are signed out everywhere. Their password stays; it alone opens the ` +
      'admin until they add another code, in Settings. No mail was sent: tell them yourself.',
  )
}

async function findUser(
  backend: Backend & { secretKey: string },
  wanted: (user: User) => boolean,
): Promise<User | null> {
  const { auth } = nodeClient(backend, backend.secretKey)
  for (let page = 1; ; page++) {
    const { data, error } = await auth.admin.listUsers({ page, perPage: 200 })
    if (error) throw error
    const user = data.users.find(wanted)
    if (user) return user
    if (data.users.length < 200) return null
  }
}

/** If the database has none. A database that was restored from a dump keeps its admins and their passwords. */
export async function ensureFirstAdmin(
  embedded: Pick<Embedded, 'url' | 'secretKey' | 'dataDir'>,
): Promise<void> {
  const file = join(embedded.dataDir, 'admin.txt')
  if (await findUser(embedded, (user) => user.app_metadata.role === 'admin')) {
    if (existsSync(file))
      console.log(`  The first admin's e-mail, and the password made at first, are in ${file}\n`)
    else console.log('  There is an admin. A new password: npm run admin:create -- EMAIL\n')
    return
  }
  const { email, password } = await createAdmin(embedded, FIRST_ADMIN)
  writeFileSync(file, `${email}\n${password}\n`, { mode: 0o600 })
  console.log(
    `  First admin         ${email}\n  Password            ${password}   (shown once; kept in ${file})\n`,
  )
}

async function main() {
  const email = process.argv[2]
  if (!email?.includes('@')) throw new Error('Usage: npm run admin:create -- EMAIL [--reset-factor]')
  const run = process.argv.includes('--reset-factor')
    ? resetFactor
    : async (backend: Backend & { secretKey: string }) => report(await createAdmin(backend, email))
  readEnvFile()
  const configured = readBackend()
  if (configured) {
    const secretKey = process.env.SUPABASE_SECRET_KEY
    if (!secretKey)
      throw new Error('SUPABASE_SECRET_KEY is not set: creating a user needs the project’s secret key.')
    const backend = { url: configured.url, secretKey }
    await checkSecretKey(backend)
    return run(backend, email)
  }
  const data = dataFolder()
  const running = await runningEmbedded(data)
  if (running) return run(running, email)
  const embedded = await startEmbedded({ data, port: 0 })
  try {
    await run(embedded, email)
  } finally {
    await stopProcess(embedded.process)
  }
}

async function runningEmbedded(data: string) {
  if (!existsSync(join(data, 'url'))) return null
  const url = readFileSync(join(data, 'url'), 'utf8')
  const { secretKey } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { secretKey: string }
  const responds = await fetch(`${url}/auth/v1/health`, { headers: { apikey: secretKey } }).then(
    (r) => r.ok,
    () => false,
  )
  return responds ? { url, secretKey } : null
}

function report({ email, password, was }: Created) {
  if (was === null) return console.log(`${email} is an admin. Password: ${password}`)
  console.log(
    `${email} is an admin${was === 'admin' ? ' already' : ' now'}. New password: ${password}\n` +
      'The one before no longer works, and they are signed out everywhere.',
  )
}

if (process.argv[1] === import.meta.filename) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
