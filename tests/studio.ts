/**
 * The studio of one test file: a copy of the seeded data folder, the embedded Supabase and the
 * built site, on free ports.
 */
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { dateAt } from '../lib/dates'
import type { Database } from '../lib/supabase/database.types'
import { monthWindow } from '../lib/booking/slots'
import { siteKey } from '../lib/supabase/site-key'
import { ensureSiteSecret } from '../scripts/site-key'
import { startFaultProxy } from './fault-proxy'
import { people } from './people'
import {
  freePort,
  residentMemory,
  siteUrl,
  startEmbedded,
  startSite,
  stopProcess,
} from '../scripts/processes'
import { nodeClient } from '../scripts/supabase-client'

const clock = join(import.meta.dirname, 'clock.mjs')

export interface StudioOptions {
  /** The time (ISO) at which the clocks of site and Supabase start, by default the real time. */
  now?: string
  /** The environment variable `TZ` of the site. */
  zone?: string
  /**
   * SQL that the superuser runs at the start: to raise caps, or to write rows that no API role may
   * write.
   */
  sql?: string
  /** False for a database without the site's key. */
  keyStored?: boolean
  /** Additional environment variables of the site. */
  env?: Record<string, string>
}

/** By how many milliseconds this process's clock is ahead of the real time: STUDIO_AHEAD, or 0. */
export const ownAhead = Number(process.env.STUDIO_AHEAD ?? 0)

// clock.mjs in the child processes reads STUDIO_AHEAD, an offset, so that a later child has the same
// time.
function setClock(ahead: number) {
  process.env.STUDIO_AHEAD = String(ownAhead + ahead)
}

// How many rows the REST server returns at most.
const ROWS_AT_ONCE = 1000

export type Studio = Awaited<ReturnType<typeof startStudio>>

/** For the option `sql`: raises all caps on bookings and messages. */
export const raiseCaps = 'update private.submission_caps set max = 1000000;'

/**
 * Starts a studio on a copy of the folder `template`. `backend` and `site` can be killed and
 * started again, on the same ports and data.
 */
export async function startStudio(template: string, options: StudioOptions = {}) {
  const data = join(tmpdir(), `studio-${randomUUID()}`)
  cpSync(template, data, { recursive: true })
  const nodeArgs = ['--import', clock]
  setClock(options.now ? Date.parse(options.now) - Date.now() : 0)

  const log: string[] = []
  const backendOutput: string[] = []
  let embedded = await startBackend(0)
  const supabasePort = Number(new URL(embedded.url).port)
  const proxy = await startFaultProxy(embedded.url)
  const siteSecret = options.keyStored === false ? '' : await ensureSiteSecret(embedded)
  const service = nodeClient(embedded, embedded.secretKey)
  const signedIn = new Map<string, ReturnType<typeof nodeClient<Database>>>()
  const visitor = nodeClient(embedded, embedded.publishableKey)
  if (options.sql) await runSql(options.sql)
  const sitePort = await freePort(0)
  tellSiteUrl()
  let site = await runSite()
  collectLog()

  async function startBackend(port: number) {
    const started = await startEmbedded({
      data,
      port,
      nodeArgs,
      stdio: 'pipe',
    })
    for (const stream of [started.process.stdout, started.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        backendOutput.push(text)
        process.stderr.write(text)
      })
    }
    return started
  }
  async function runSql(sql: string) {
    await service.rpc('run_sql', { p_sql: sql }).throwOnError()
  }
  async function runSite(port = sitePort, env = options.env) {
    return startSite({
      port,
      nodeArgs,
      env: {
        SUPABASE_URL: proxy.url,
        SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
        SITE_SECRET: siteSecret,
        ...(options.zone ? { TZ: options.zone } : {}),
        ...env,
      },
    })
  }
  /** Tells the Auth server the site's URL, for the links in mails. */
  function tellSiteUrl() {
    embedded.process.send({ siteUrl: siteUrl(sitePort) })
  }
  function collectLog() {
    for (const stream of [site.process.stdout, site.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => log.push(text))
    }
  }

  /** The free times of this month and the next: as the site returns them, and as the database does. */
  async function openSlots() {
    const today = dateAt(options.now ? new Date(options.now) : undefined)
    const { from, to } = monthWindow(today, today)
    const [shown, stored] = await Promise.all([
      fetch(`${site.url}/api/slots?from=${from}&to=${to}`).then((response) => response.json()),
      visitor.rpc('get_available_slots', { p_from: from, p_to: to }).throwOnError(),
    ])
    // On a busy machine the site's first read can take too long: then it shows no times yet.
    return { shown: shown.slots?.slice(0, ROWS_AT_ONCE), stored: stored.data }
  }

  return {
    url: site.url,
    supabaseUrl: embedded.url,
    publishableKey: embedded.publishableKey,
    siteSecret,
    /**
     * The key with which the site calls the database, for tests that call visitors' functions
     * directly.
     */
    siteKey: siteKey(siteSecret),
    secretKey: embedded.secretKey,
    data,
    people,
    /** The proxy between the backend and both site and browser; it fails on demand. */
    proxy,
    /** What the site has printed. */
    siteLog: () => log.join(''),
    /** What the backend has printed; without a fault it prints nothing. */
    backendLog: () => backendOutput.join(''),
    /** The resident memory of site and backend, in MB. */
    memory: () => ({ site: residentMemory(site.process), backend: residentMemory(embedded.process) }),
    backend: {
      kill: () => stopProcess(embedded.process, 'SIGKILL'),
      stop: () => stopProcess(embedded.process),
      async start() {
        embedded = await startBackend(supabasePort)
        tellSiteUrl()
      },
    },
    site: {
      kill: () => stopProcess(site.process, 'SIGKILL'),
      stop: () => stopProcess(site.process),
      async start() {
        site = await runSite()
        collectLog()
      },
    },
    /** Runs SQL as the superuser. */
    sql: runSql,
    /**
     * A supabase-js client signed in as `person`. Each person signs in once for all tests of the
     * studio.
     */
    async clientOf(person: { email: string; password: string }) {
      let client = signedIn.get(person.email)
      if (!client) {
        client = nodeClient<Database>(embedded, embedded.publishableKey)
        const { data, error } = await client.auth.signInWithPassword(person)
        if (error) throw error
        // By this process's clock the session may have expired. supabase-js would then refresh it
        // before each request, and the server limits refreshes.
        client.auth.getSession = async () => ({ data: { session: data.session }, error: null })
        signedIn.set(person.email, client)
      }
      return client
    },
    /**
     * Restores the template's data for the next test file, and runs that file's SQL. People stay
     * signed in. Resolves once the site shows the new data: the site caches reads for some seconds.
     */
    async startAfresh(sql = '') {
      proxy.set('none')
      await runSql(`select tests.restore(); ${sql}`)
      log.length = backendOutput.length = 0
      for (;;) {
        const { shown, stored } = await openSlots()
        if (isDeepStrictEqual(shown, stored)) return
        await setTimeout(100)
      }
    },
    /** Starts a second site on the same data, with the environment `env`. */
    async anotherSite(env?: Record<string, string>) {
      const { url, process } = await runSite(await freePort(0), env)
      let printed = ''
      for (const stream of [process.stdout, process.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
      return { url, siteLog: () => printed, close: () => stopProcess(process, 'SIGKILL') }
    },
    /** Restarts site and backend with clocks that are `milliseconds` ahead of the real time. */
    async jump(milliseconds: number) {
      await Promise.all([this.backend.stop(), this.site.stop()])
      signedIn.clear() // those sessions belong to another time
      setClock(milliseconds)
      await this.backend.start()
      await this.site.start()
    },
    async close() {
      // The site is killed: a normal stop would wait until the browsers close their idle connections.
      await Promise.all([this.site.kill(), this.backend.stop(), proxy.close()])
      rmSync(data, { recursive: true, force: true })
    },
  }
}
