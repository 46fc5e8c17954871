/**
 * `npm start` (with --build), `npm run dev` (--dev) and `npm run demo` (--demo): the site, and the embedded Supabase if
 * no other is configured.
 */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { readBackend } from '../lib/env'
import { lockDataFolder } from '../supabase/local/data-folder'
import { ensureFirstAdmin } from './admin-create'
import { readDueFile } from './demo/calendar'
import { isHere, serveSignIn } from './demo/sign-in'
import { setDemoEnvironment, lookAt, makeDemo, readAccount } from './demo/start'
import { callTasks, chooseMail, describeMail } from './outbox'
import {
  buildSite,
  dataFolder,
  type Embedded,
  freePort,
  readEnvFile,
  root,
  startEmbedded,
  siteUrl,
  startSite,
  stopProcess,
} from './processes'
import { ensureSiteSecret } from './site-key'
import { buildStyles, watchStyles } from './styles'

const dev = process.argv.includes('--dev')
const demo = process.argv.includes('--demo')
const DEFAULT_PORT = 3000
const EMBEDDED_PORT = 54421

async function main() {
  if (demo) setDemoEnvironment()
  else readEnvFile()
  const configured = readBackend()
  const build = process.argv.includes('--build')
  if (build) await lockBuildFolder()

  const wanted = Number(process.env.PORT ?? DEFAULT_PORT)
  const host = process.env.HOST || undefined
  if (demo) await Promise.all([makeDemo(siteUrl(wanted, host)), buildSite()])
  const embedded = configured ? null : await startEmbeddedHere()
  if (build && !demo) await buildSite()
  if (dev) {
    await buildStyles()
    watchStyles()
  }
  const backend = configured ?? embedded
  const keyEnv = embedded && { SITE_SECRET: await ensureSiteSecret(embedded) }
  const port = await freePort(wanted)
  if (port !== wanted) console.log(`Port ${wanted} is busy; the site takes ${port}.`)
  const here = embedded && { dataDir: embedded.dataDir, origin: siteUrl(port, host) }
  if (here) embedded.process.send({ siteUrl: here.origin })
  const mail = chooseMail({ ...process.env, ...keyEnv }, here ?? undefined)
  const site = await startSite({
    port,
    host,
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
  function endWith(name: string, child: ChildProcess) {
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      if (!closing)
        console.error(`${name} has ended (${signal ?? `exit code ${code}`}), so everything stops.`)
      void close(1)
    }
    if (child.exitCode !== null || child.signalCode !== null) ended(child.exitCode, child.signalCode)
    else child.once('exit', ended)
  }
  endWith('The site', site.process)
  if (embedded) endWith('The embedded Supabase', embedded.process)

  console.log(`
  The site            ${site.url}
  Admin's sign-in     ${site.url}/login
  Supabase            ${backend?.url}${embedded ? ' (embedded: for development and evaluation)' : ''}${embedded ? `\n  Data                ${embedded.dataDir}` : ''}
  Mail                ${describeMail(mail.config)}
  Ctrl-C stops everything.
`)
  if (demo && embedded && isHere(host))
    console.log(
      `  Open the admin      ${await serveSignIn(embedded, readAccount(), { port, host })}   (works once)\n`,
    )
  else if (embedded) await ensureFirstAdmin(embedded)
  if (demo) console.log(lookAt)
  const before = demo && embedded ? () => readDueFile(embedded, keyEnv?.SITE_SECRET) : undefined
  callTasks(site.url, mail.env.OUTBOX_SECRET, before)
}

/** Another build would delete the scripts that the running site serves. */
async function lockBuildFolder(): Promise<void> {
  await lockDataFolder(join(root, '.next/cache'), (pid) => {
    return `A site runs from this folder already, or is being built here (process ${pid}). Stop that one first.`
  })
}

async function startEmbeddedHere(): Promise<Embedded> {
  console.log('Starting the embedded Supabase (a few seconds the first time) …')
  return startEmbedded({ data: dataFolder(), port: EMBEDDED_PORT })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
