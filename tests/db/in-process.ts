/** The site's actions, in this process, on a PGlite that the test files of a worker share. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { submitBooking } from '@/app/(site)/booking/actions'
import { signIn } from '@/app/login/actions'
import { findOpenSlots } from '@/lib/booking/queries'
import { encodeSlot } from '@/lib/booking/slots'
import { addDays, dateAt } from '@/lib/dates'
import { deliverMail } from '@/lib/mail/delivery'
import { createAdmin } from '@/scripts/admin-create'
import { type Browser, enterStudio, formOf } from '@/scripts/in-process'
import { nodeClient } from '@/scripts/supabase-client'
import { serveDatabase } from '@/supabase/local/database'
import { openServices } from '@/supabase/local/services'
import { codeOf } from '../codes'
import { people } from '../people'
import { raiseCaps } from '../studio'

let shared: ReturnType<typeof openOwnStudio> | undefined
export async function openStudio() {
  const studio = await (shared ??= openOwnStudio())
  Object.assign(process.env, studio.settings) // a test file before may have opened its own
  return studio
}
export type InProcess = Awaited<ReturnType<typeof openOwnStudio>>

/** A studio with a database that no other test file sees. */
export async function openOwnStudio() {
  const lite = await PGlite.create({ loadDataDir: await openAsBlob(inject('embedded')) })
  await lite.exec(raiseCaps)
  const folder = mkdtempSync(join(tmpdir(), 'in-process-'))
  const services = await openServices(await serveDatabase(lite), folder)
  const studio = await enterStudio(services, folder, 'http://localhost:3000')
  const outbox = join(folder, 'outbox')
  const service = nodeClient(studio.backend, studio.backend.secretKey)

  /** Adds a phone to an account, so that a sign-in needs its code. */
  async function addPhone(person: { email: string; password: string }) {
    const { auth } = nodeClient(studio.backend, studio.backend.publishableKey)
    await auth.signInWithPassword(person)
    const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    if (error) throw error
    await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) })
  }

  return {
    ...studio,
    close: () => lite.close(),
    rows: async <Row>(sql: string, values?: unknown[]) => (await lite.query<Row>(sql, values)).rows,
    /** The names of the mails that are kept as files. */
    mails: () => readdirSync(outbox).filter((name) => name.endsWith('.eml')),
    readMail: (name: string) => readFileSync(join(outbox, name), 'utf8'),
    /** The browser of a new admin, or member, who has given their password, but not the code of their phone. */
    async signedIn(name: string, { isAdmin = true, hasPhone = false } = {}) {
      const person = { email: `${name}@studio.test`, password: people.admin.password }
      if (isAdmin) await createAdmin(studio.backend, person.email, person.password)
      else await service.auth.admin.createUser({ ...person, email_confirm: true })
      if (hasPhone) await addPhone(person)
      const browser = studio.newBrowser()
      await browser.follow(() => signIn({ status: 'idle' }, formOf(person)))
      return browser
    },
    /** Books the next free time by the form of /booking, in this visitor's browser. Returns the stored booking. */
    async book(name: string, run = studio.newBrowser().run) {
      const email = `${name.toLowerCase()}@example.com`
      const sent = await run(async () => {
        const [free] = (await findOpenSlots(addDays(dateAt(), 7), addDays(dateAt(), 60))) ?? []
        const time = free ? encodeSlot(free) : ''
        return submitBooking({ status: 'idle' }, formOf({ name, email, time, request_id: randomUUID() }))
      })
      if (sent.status !== 'success' || sent.data.sent.kind !== 'booking')
        throw new Error(`Not booked: ${JSON.stringify(sent)}`)
      return { ...sent.data.sent, name, email }
    },
    /** Lets minutes pass for the outbox only, then sends the mails that are due. */
    async deliverAfter(minutes: number) {
      const times = ['created_at', 'due_at', 'send_after', 'lease_until', 'sent_at', 'given_up_at']
      const earlier = times.map((time) => `${time} = ${time} - interval '${minutes} minutes'`)
      await lite.exec(`update private.outbox set ${earlier.join()}`)
      return studio.newBrowser().run(() => deliverMail(studio.mail))
    },
  }
}

/**
 * Runs `action` in a browser, between which and Supabase `meddle` stands: it gets each request's method and path, and
 * what sends the request.
 */
export function meddled<Result>(
  browser: Browser,
  meddle: (path: string, send: () => Promise<Response>) => Promise<Response>,
  action: () => Promise<Result>,
): Promise<Result> {
  const send: typeof fetch = (input, init) => {
    const { method, url } = input instanceof Request ? input : new Request(input, init)
    return meddle(`${method} ${new URL(url).pathname}`, () => browser.send(input, init))
  }
  return browser.run(action, send)
}

/** Loses the response to the next request of this path, after the database has stored what it asks for. */
export function loseResponse(lost: string) {
  let isLost = false
  return async (path: string, send: () => Promise<Response>) => {
    const response = await send()
    if (isLost || !path.endsWith(lost)) return response
    isLost = true
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
  }
}
