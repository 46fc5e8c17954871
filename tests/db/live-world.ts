/** Starts everything that a live site needs, without a fault; each test then breaks one part. */
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { checkHosted, type CheckOptions, type StepLine } from '@/scripts/check-hosted'
import { shortLived, startEmbedded, stopProcess, type Embedded } from '@/scripts/processes'
import { connect } from '@/scripts/real-postgres'
import { ensureSiteSecret } from '@/scripts/site-key'
import { startMailServer } from '@/tests/smtp'
import { makeTemplate } from '@/tests/template'
import { copyRealDatabase } from './databases'
import { makeCertificate, startHttpsSite, type SiteLook } from './https-site'
import { startNameServer } from './name-server'
import { frontRealtime, type RealtimeLook } from './realtime-front'

/** The test site's certificate, or null without openssl. */
export const certificate = makeCertificate()

export interface World {
  options: CheckOptions & { siteUrl: string }
  site: SiteLook
  names: Map<string, string>
  /** Changes responses of the backend: for each part of a URL, a function of the response's body. */
  backend: Record<string, (body: never) => object>
  realtime: RealtimeLook
  /** Runs SQL as the superuser of the checked database. */
  sql: (text: string) => Promise<unknown>
}

const goodSite: SiteLook = {
  redirects: true,
  hsts: true,
  health: { status: 'ok' },
  hasTasksSecret: true,
  policyOn: ['/', '/about'],
  named: undefined,
  hangs: false,
}
const goodNames = [
  ['TXT calls.studio.test', 'v=spf1 include:mail.example -all'],
  ['TXT _dmarc.studio.test', 'v=DMARC1; p=none'],
  ['MX calls.studio.test', 'mx.mail.example'],
] as const

/** For a `describe`: starts the site and its servers, and stops them after the tests. */
export function useWorld() {
  let data: string
  let embedded: Embedded
  let env: NodeJS.ProcessEnv
  let siteUrl: string
  let dnsServer: string
  let backend: World['backend'] = {}
  let realtime: RealtimeLook = 'good'
  const closing: (() => unknown)[] = []
  const site = { ...goodSite }
  const names = new Map<string, string>(goodNames)

  /** Responds as the embedded server does, with the test's changes. */
  async function respond(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url = '' } = incoming
    const { authorization, apikey } = incoming.headers as Record<string, string>
    const body = Buffer.concat((await incoming.toArray()) as Buffer[])
    const headers = { apikey: apikey ?? '', ...(authorization && { authorization }) }
    const response = await fetch(embedded.url + url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body.length > 0 ? body : null,
    })
    const text = await response.text()
    const found = Object.keys(backend).find((part) => url.includes(part))
    outgoing.writeHead(response.status, { 'content-type': 'application/json' })
    outgoing.end(found ? JSON.stringify(backend[found]?.(JSON.parse(text) as never)) : text)
  }

  beforeAll(async () => {
    data = await makeTemplate()
    embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
    const front = createServer((incoming, outgoing) => void respond(incoming, outgoing))
    frontRealtime(
      front,
      () => embedded.url,
      () => realtime,
    )
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const mail = await startMailServer()
    const live = await startHttpsSite(certificate ?? { key: '', cert: '' }, site)
    const dns = await startNameServer(names)
    closing.push(() => front.close(), mail.close, live.close, dns.close)
    siteUrl = live.url
    dnsServer = dns.address
    env = {
      NODE_ENV: 'test',
      SUPABASE_URL: `http://127.0.0.1:${(front.address() as { port: number }).port}`,
      SUPABASE_PUBLISHABLE_KEY: embedded.publishableKey,
      SUPABASE_SECRET_KEY: embedded.secretKey,
      SITE_SECRET: await ensureSiteSecret(embedded),
      SMTP_URL: mail.url,
      MAIL_FROM: 'hello@calls.studio.test',
      MAIL_TO: 'us@studio.test',
      OUTBOX_SECRET: 'kelp'.repeat(10),
    }
    const owner = connect(inject('real').address)
    await owner.unsafe(`do $$ begin
      create role may_only_read login bypassrls; grant pg_read_all_data to may_only_read;
      create role sees_nothing login; grant pg_read_all_data to sees_nothing;
    exception when duplicate_object then null; end $$`)
    await owner.end()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    for (const close of closing) await close()
    await stopProcess(embedded.process)
    rmSync(data, { recursive: true, force: true })
  })

  /** Resets the world, lets `breaks` break something, and returns all lines of `checkHosted`. */
  async function check(breaks: (world: World) => unknown = () => {}): Promise<StepLine[]> {
    Object.assign(site, goodSite)
    names.clear()
    for (const [name, value] of goodNames) names.set(name, value)
    const database = await copyRealDatabase()
    const owner = connect(database)
    vi.stubEnv('PGHOST', database.host)
    vi.stubEnv('PGUSER', 'may_only_read')
    const DATABASE_URL = `postgres:///${database.database}` // by its socket
    const options = {
      env: { ...env, DATABASE_URL },
      siteUrl,
      ca: certificate?.cert,
      dnsServers: [dnsServer],
      samples: [],
    }
    const sql = (text: string) => owner.unsafe(text)
    await sql('update private.studio_settings set location_is_sample = false')
    const factors = { '/factors': () => [{ id: 'x', status: 'verified' }] as object }
    const world: World = { options, site, names, backend: factors, realtime: 'good', sql }
    await breaks(world)
    await owner.end()
    backend = world.backend
    realtime = world.realtime
    const lines: StepLine[] = []
    for await (const line of checkHosted(world.options)) lines.push(line)
    for (const name of ['SUPABASE_SECRET_KEY', 'SUPABASE_PUBLISHABLE_KEY', 'SITE_SECRET', 'OUTBOX_SECRET'])
      expect(JSON.stringify(lines), name).not.toContain(env[name])
    return lines
  }
  return { check, embedded: () => embedded }
}
