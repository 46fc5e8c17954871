/** Starts the embedded Supabase on a copy of the seeded folder, and makes clients for it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { importJWK, SignJWT, type JWK } from 'jose'
import { inject } from 'vitest'
import { shortLived, startEmbedded, stopProcess, type Embedded } from '@/scripts/processes'
import { nodeClient } from '@/scripts/supabase-client'
import { people } from '@/tests/people'

/** Creates two accounts: the admin, and a member without the admin role. */
export async function makePeople(embedded: Embedded): Promise<void> {
  const { auth } = nodeClient(embedded, embedded.secretKey)
  const admin = await auth.admin.createUser({
    ...people.admin,
    email_confirm: true,
    app_metadata: { role: 'admin' },
  })
  const member = await auth.admin.createUser({ ...people.member, email_confirm: true })
  if (admin.error ?? member.error) throw admin.error ?? member.error
}

/** A new copy of the seeded folder. */
export function copyFolder(): string {
  const data = join(inject('dataFolders'), randomUUID())
  cpSync(join(inject('dataFolders'), 'template'), data, { recursive: true })
  return data
}

/** Runs statements on a folder's database. No server may have it open. */
export async function runSql(data: string, sql: string): Promise<void> {
  const database = await PGlite.create(join(data, 'database'))
  await database.exec(sql)
  await database.close()
}

/** `nodeArgs` for `startCopy`: a clock that `advance` moves. */
export const movableClock = ['--import', join(import.meta.dirname, 'movable-clock.mjs')]

/**
 * Starts a server on a copy of the seeded folder, after running `sql` in it. Passes `nodeArgs` to
 * Node.
 */
export async function startCopy({ nodeArgs = [] as string[], sql = '' } = {}) {
  const data = copyFolder()
  if (sql !== '') await runSql(data, sql)
  const embedded = await startEmbedded({ data, port: 0, nodeArgs: [...shortLived, ...nodeArgs] })
  return {
    ...embedded,
    visitor: () => nodeClient(embedded, embedded.publishableKey),
    /** A client with the secret key. */
    service: () => nodeClient(embedded, embedded.secretKey),
    /** A client with a session of this person. */
    async signedIn(who: keyof typeof people) {
      const supabase = nodeClient(embedded, embedded.publishableKey)
      const { data, error } = await supabase.auth.signInWithPassword(people[who])
      if (error) throw error
      return { supabase, session: data.session }
    },
    /** A raw request to the auth service. */
    async fetchAuth(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
      const headers = {
        apikey: embedded.publishableKey,
        'content-type': 'application/json',
        ...init.headers,
      }
      const response = await fetch(`${embedded.url}/auth/v1${path}`, { ...init, headers })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : (JSON.parse(text) as unknown),
      }
    },
    /** Books the first free call a week ahead for a new person and returns its id. */
    async book(): Promise<string> {
      const visitor = nodeClient(embedded, embedded.publishableKey)
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const free = await visitor.rpc('get_available_slots', { p_from: day(7), p_to: day(20) })
      if (free.error) throw free.error
      const [slot] = free.data as { date: string; id: string }[]
      const { data, error } = await visitor.rpc('create_booking', {
        p_name: 'Bo',
        p_email: `guest-${randomUUID()}@example.com`,
        p_date: slot?.date,
        p_time_slot_id: slot?.id,
      })
      if (error) throw error
      return (data as { id: string }).id
    },
    /** Sends an inquiry of a new person and returns its id. */
    async inquire(message: string | null = null): Promise<string> {
      const { data, error } = await nodeClient(embedded, embedded.publishableKey).rpc('create_inquiry', {
        p_name: 'Ana',
        p_email: `guest-${randomUUID()}@example.com`,
        p_message: message,
      })
      if (error) throw error
      return (data as { id: string }).id
    },
    /** Signs any claims with `key`, by default the instance's. */
    sign: (claims: Record<string, unknown>, key?: JWK) => signToken(data, claims, key),
    /** Moves the server's clock ahead. Needs `movableClock`. */
    async advance(milliseconds: number) {
      const advanced = once(embedded.process, 'message')
      embedded.process.send({ advance: milliseconds })
      await advanced
    },
    stop: () => stopProcess(embedded.process),
  }
}

export type Running = Awaited<ReturnType<typeof startCopy>>

const shared = new Map<string, Promise<Running>>()

/**
 * Like `startCopy`, but all test files of a worker share the server. Use it for tests that leave no
 * data that could fail another test.
 */
export function sharedCopy(options: Parameters<typeof startCopy>[0]): Promise<Running> {
  const key = JSON.stringify(options)
  const running = shared.get(key) ?? startCopy(options)
  shared.set(key, running)
  return running
}

async function signToken(data: string, claims: Record<string, unknown>, key?: JWK): Promise<string> {
  const { signingKey } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { signingKey: JWK }
  const header = { alg: 'ES256', typ: 'JWT', kid: signingKey.kid ?? '' }
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key ?? signingKey, 'ES256'))
}
