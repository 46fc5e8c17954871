/**
 * `npm start` and, with --dev, `npm run dev`: starts the site, and an embedded Supabase when none
 * is configured.
 */
import { readBackend } from '../lib/env'
import { ensureFirstAdmin } from './admin-create'
import { callOutbox, chooseMail, describeMail } from './outbox'
import {
  dataFolder,
  type Embedded,
  freePort,
  readEnvFile,
  startEmbedded,
  startSite,
  stopProcess,
} from './processes'
import { ensureSiteSecret } from './site-key'

const dev = process.argv.includes('--dev')
const DEFAULT_PORT = 3000
const EMBEDDED_PORT = 54421

async function main() {
  readEnvFile()
  const configured = readBackend()

  const embedded = configured ? null : await startEmbeddedHere()
  const backend = configured ?? embedded
  const keyEnv = embedded && { SITE_SECRET: await ensureSiteSecret(embedded) }
  const wanted = Number(process.env.PORT ?? DEFAULT_PORT)
  const port = await freePort(wanted)
  if (port !== wanted) console.log(`Port ${wanted} is busy; the site takes ${port}.`)
  const here = embedded && { dataDir: embedded.dataDir, origin: `http://localhost:${port}` }
  const mail = chooseMail({ ...process.env, ...keyEnv }, here ?? undefined)
  const site = await startSite({
    port,
    dev,
    watch: dev ? undefined : { checkEvery: 10 },
    stdio: 'inherit',
    env: {
      SUPABASE_URL: backend?.url ?? '',
      SUPABASE_PUBLISHABLE_KEY: backend?.publishableKey ?? '',
      ...keyEnv,
      ...mail.env,
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })

  let closing = false
  async function close(code: number) {
    if (closing) return
    closing = true
    await stopProcess(site.process)
    if (embedded) await stopProcess(embedded.process)
    process.exit(code)
  }
  process.on('SIGINT', () => void close(0))
  process.on('SIGTERM', () => void close(0))
  site.process.once('exit', () => void close(1))
  embedded?.process.once('exit', () => void close(1))

  console.log(`
  The site            ${site.url}
  Admin's sign-in     ${site.url}/login
  Supabase            ${backend?.url}${embedded ? ' (embedded: for development and evaluation)' : ''}${embedded ? `\n  Data                ${embedded.dataDir}` : ''}
  Mail                ${describeMail(mail.config)}
  Ctrl-C stops everything.
`)
  if (embedded) await ensureFirstAdmin(embedded)
  if (mail.config) callOutbox(site.url, mail.config.secret)
}

async function startEmbeddedHere(): Promise<Embedded> {
  console.log('Starting the embedded Supabase (a few seconds the first time) …')
  return startEmbedded({ data: dataFolder(), port: EMBEDDED_PORT })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
