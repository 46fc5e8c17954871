/** Starts the embedded Supabase on a copy of the seeded data folder, and creates clients of that server. */
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

/** Creates the accounts of `people`: an admin, and a member without the admin role. */
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

/** Copies the seeded data folder and returns the copy's path. */
export function copyFolder(): string {
  const data = join(inject('dataFolders'), randomUUID())
  cpSync(join(inject('dataFolders'), 'template'), data, { recursive: true })
  return data
}

/** Runs SQL on the database in a data folder. No server may run on the folder. */
export async function runSql(data: string, sql: string): Promise<void> {
  const database = await PGlite.create(join(data, 'database'))
  await database.exec(sql)
  await database.close()
}

/** The `nodeArgs` for `startCopy` that let `advance` move the server's clock. */
export const movableClock = ['--import', join(import.meta.dirname, 'movable-clock.mjs')]

/**
 * Copies the seeded data folder, runs `sql` on the copy, and starts a server on it. `nodeArgs` are for Node.
 */
export async function startCopy({ nodeArgs = [] as string[], sql = '' } = {}) {
  const data = copyFolder()
  if (sql !== '') await runSql(data, sql)
  const embedded = await startEmbedded({ data, port: 0, nodeArgs: [...shortLived, ...nodeArgs] })
  return {
    ...embedded,
    visitor: () => nodeClient(embedded, embedded.publishableKey),
    /** A supabase-js client with the secret key. */
    service: () => nodeClient(embedded, embedded.secretKey),
    /** Signs the admin or the member in. Returns a client with the session, and the session. */
    async signedIn(who: keyof typeof people) {
      const supabase = nodeClient(embedded, embedded.publishableKey)
      const { data, error } = await supabase.auth.signInWithPassword(people[who])
      if (error) throw error
      return { supabase, session: data.session }
    },
    /** Sends a request to the Auth service without supabase-js. */
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
    /** Books the first free slot from a week ahead for a new visitor. Returns the id of the call. */
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
    /** Sends an inquiry of a new visitor. Returns the id of the inquiry. */
    async inquire(message: string | null = null): Promise<string> {
      const { data, error } = await nodeClient(embedded, embedded.publishableKey).rpc('create_inquiry', {
        p_name: 'Ana',
        p_email: `guest-${randomUUID()}@example.com`,
        p_message: message,
      })
      if (error) throw error
      return (data as { id: string }).id
    },
    /** Signs a token with these claims, by default with this server's key. */
    sign: (claims: Record<string, unknown>, key?: JWK) => signToken(data, claims, key),
    /** Moves the clock of a server with `movableClock` ahead. */
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
 * Like `startCopy`, but all test files of a Vitest worker that pass equal options share one server. Only for tests
 * whose data cannot make another test fail.
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
