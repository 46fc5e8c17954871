/**
 * A booking, Confirm and the acceptance of an offer: each place at which the site waits, from the press to the mails,
 * disturbed in each way. The places come from an undisturbed run, so a new one is among them.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clearOpenSlots, findOpenSlots } from '@/lib/booking/queries'
import { encodeSlot } from '@/lib/booking/slots'
import { offerProblemTexts } from '@/lib/content/offer'
import { submitErrors } from '@/lib/content/submit-errors'
import { addDays, dateAt } from '@/lib/dates'
import { findVisitorsOffer } from '@/lib/offers/queries'
import { Admin } from '@/scripts/demo/admin'
import { Visitor } from '@/scripts/demo/visitor'
import type { Browser } from '@/scripts/in-process'
import { createHttpServer, listen } from '@/supabase/local/http'
import { people } from '../people'
import { type InProcess, openOwnStudio } from './in-process'
import { type Disturbance, disturbances, forkSite, Lost, passTime, Places, startMailServer } from './waits'
import { type Act, runAct } from './waits-site'

const places = new Places()
const STUDIO = 'us@studio.test'
let studio: InProcess
let mailServer: Awaited<ReturnType<typeof startMailServer>>
/** Of the backend, behind the places. */
let url: string

beforeAll(async () => {
  studio = await openOwnStudio()
  mailServer = await startMailServer(places)
  const http = createHttpServer((request) => passPlace(studio.backend.fetch, request))
  url = `http://127.0.0.1:${await listen(http, 0)}`
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'calls@studio.test', MAIL_TO: STUDIO }
  for (const [name, value] of Object.entries({ ...mail, MAIL_FOLDER: '' })) vi.stubEnv(name, value)
  return async () => {
    vi.unstubAllEnvs()
    mailServer.close()
    http.closeAllConnections()
    http.close()
    await studio.close()
  }
})

function passPlace(send: typeof fetch, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { method, url, signal } = new Request(input instanceof Request ? input.clone() : input, init)
  const again = () => send(input instanceof Request ? input.clone() : input, init)
  const answer = places.pass(`${method} ${new URL(url).pathname.replace(/^\/(rest|auth)\/v1/, '')}`, again)
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  return Promise.race([answer, ended])
}

/** What a person takes from an answer. */
type Read = 'stored' | 'unknown' | 'not stored'
interface Press {
  act: Act
  input: unknown
  browser: Browser
  account?: typeof people.admin
  /** How often it is stored, by this query with one value. */
  rows: [from: string, value: string]
  read: (answer: never) => Read
}
type State = { status: string; message: string }
const never = new Promise<never>(() => {})

async function openTime() {
  const visitor = new Visitor(studio.newBrowser(), 'Aroha')
  clearOpenSlots()
  const find = () => findOpenSlots(addDays(dateAt(), 7), addDays(dateAt(), 60))
  const [free] = (await studio.newBrowser().run(find)) ?? []
  if (!free) throw new Error('No time is free.')
  return { visitor, free }
}
/** Signs in once a test, because Auth allows 30 sign-ins, and then one in two seconds. */
let admin: { account: typeof people.admin; browser: Browser } | undefined
async function openCall() {
  const { visitor, free } = await openTime()
  await visitor.books(free.date, 0, '')
  const name = randomUUID()
  admin ??= {
    account: { email: `${name}@studio.test`, password: people.admin.password },
    browser: await studio.signedIn(name),
  }
  return { visitor, ...admin }
}

const ways: Record<string, () => Promise<Press>> = {
  async 'a booking'() {
    const { visitor, free } = await openTime()
    const { name, email } = visitor
    return {
      act: 'book',
      input: { name, email, time: encodeSlot(free), request_id: randomUUID() },
      browser: studio.newBrowser(),
      rows: ['bookings where email = $1', email],
      read({ status, message }: State) {
        if (status === 'success') return 'stored'
        return message === submitErrors.noResponse.booking ? 'unknown' : 'not stored'
      },
    }
  },
  async Confirm() {
    const { visitor, account, browser } = await openCall()
    const { id, name } = visitor
    const [row] = await studio.rows<{ revision: number }>('select revision from bookings where id = $1', [id])
    const change = { id, name, revision: row?.revision, seenStatus: 'pending', status: 'confirmed' }
    return {
      ...{ act: 'confirm', input: { changes: [change] }, browser, account },
      rows: [`request_events where request_id = $1 and kind = 'confirmed'`, id],
      read({ kind }: { kind: string }) {
        return kind === 'done' ? 'stored' : kind === 'lost' ? 'unknown' : 'not stored'
      },
    }
  },
  async 'an acceptance'() {
    const { visitor, account, browser } = await openCall()
    const { id, name, email } = visitor
    const lines = [{ text: 'Starter', amount: '6,500' }]
    const token = await new Admin(browser, account).offers(visitor, { title: 'An app', about: '', lines })
    const offer = await studio.newBrowser().run(() => findVisitorsOffer(token))
    const { version, sha256 } = (typeof offer === 'string' ? undefined : offer.versions[0]) ?? {}
    const consent = { agree: 'yes', intent: 'accept', version: String(version), sha256 }
    return {
      ...{ act: 'accept', input: { token, name, email, ...consent }, browser: studio.newBrowser() },
      rows: [`request_events where request_id = $1 and kind = 'accepted'`, id],
      read({ status, message }: State) {
        if (status === 'success' || message === offerProblemTexts.already_accepted('').message)
          return 'stored'
        return message === offerProblemTexts.no_response().message ? 'unknown' : 'not stored'
      },
    }
  },
}

/** Presses until the person reads that it is stored, then lets the time pass in which all mails are sent. */
async function live(open: () => Promise<Press>, chosen?: { place: string; disturbance: Disturbance }) {
  places.start()
  const { act, input, browser, account, rows, read } = await open()
  const countRows = async () =>
    (await studio.rows<{ n: number }>(`select count(*)::int as n from ${rows[0]}`, [rows[1]]))[0]?.n
  const here = (act: Act, input: unknown, onAnswer: (answer: unknown) => void) => {
    const own = act === 'tasks' ? studio.newBrowser() : browser
    return runAct(own, act, input, onAnswer, (...request) => passPlace(own.send, ...request))
  }
  let site: { run: typeof here; ended: Promise<unknown> } = { run: here, ended: never }
  let kill = () => {}
  if (chosen?.disturbance === 'killed') {
    const child = await forkSite(url)
    if (account) await child.run('signIn', account, () => {})
    site = child
    kill = () => {
      child.kill()
      site = { run: here, ended: never } // Another process of the site goes on.
    }
  }
  /** Returns the answer, if it arrives. */
  async function ask(act: Act, input?: unknown) {
    let answer: unknown
    const { run, ended } = site
    const asked = places.pass(act, () => run(act, input, (given) => (answer = given)))
    const error = await Promise.race([asked, ended]).then(
      () => null,
      (error: unknown) => error,
    )
    await places.halfAMinute
    if (error && !(error instanceof Lost)) throw error
    return error ? undefined : answer
  }

  passTime(2)
  await ask('tasks') // the mails about what went before
  mailServer.received.length = 0
  places.start(chosen, kill)
  const answers: Read[] = []
  while (answers.at(-1) !== 'stored' && answers.length < 3) {
    const answer = await ask(act, input)
    const said = answer ? read(answer as never) : 'unknown'
    if (said !== 'unknown') expect(await countRows(), `rows after '${said}'`).toBe(said === 'stored' ? 1 : 0)
    answers.push(said)
  }
  for (const minutes of [1, 13, 13]) {
    await places.letThrough()
    passTime(minutes)
    await ask('tasks')
  }
  kill()
  const mails: Record<string, string[]> = {}
  for (const { id, to, subject } of mailServer.received)
    (mails[id] ??= []).push(`${to === STUDIO ? 'studio' : 'visitor'}: ${subject}`)
  const unsent = await studio.rows('select kind, last_error from private.outbox where sent_at is null')
  return {
    ...{ answers, unsent, rows: await countRows(), met: [...places.met] },
    mails: Object.values(mails)
      .flatMap(([mail]) => mail ?? [])
      .toSorted(),
    repeats: Math.max(...Object.values(mails).map(({ length }) => length)),
  }
}

const table: Record<string, Partial<Record<Disturbance, string>>> = {}
afterAll(() => console.table(table))

/** Another site sends a mail once more if its lease ends while it is with the mail server. */
const repeating = /^mail server: |finish_mail$/

describe.each(Object.entries(ways))('%s', { tags: ['full'], timeout: 15 * 60_000 }, (way, open) => {
  let calm: Awaited<ReturnType<typeof live>>
  const startTime = async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await studio.rows('set session_replication_role = replica') // An accepted offer cannot be deleted otherwise.
    await studio.rows('truncate public.requests cascade')
    await studio.rows('set session_replication_role = origin')
  }
  beforeAll(async () => {
    // The first run reads the public keys of Auth, which then stay in this process.
    for (let n = 0; n < 2; n++) {
      await startTime()
      calm = await live(open)
      vi.useRealTimers()
    }
  })

  test.each(disturbances)(
    'is stored once and told, and nobody reads what is untrue: %s',
    async (disturbance) => {
      expect(calm.met.length).toBeGreaterThan(10)
      admin = undefined
      for (const place of calm.met) {
        // Nothing is sent yet, so the site's end is a lost connection. A new process takes three seconds.
        if (disturbance === 'killed' && /^mail server: (greeting|EHLO|MAIL|RCPT|DATA)/.test(place)) continue
        await startTime()
        const lived = await live(open, { place, disturbance }).finally(() => vi.useRealTimers())
        if (disturbance === 'clock +1 h') admin = undefined // That session began an hour ahead.
        const { answers, rows, mails, repeats, unsent } = lived
        const isRepeated = repeats > 1
        expect({ answer: answers.at(-1), rows, mails, unsent }, place).toEqual({
          ...{ answer: 'stored', rows: 1, mails: calm.mails, unsent: [] },
        })
        expect(lived.met, place).toContain(place)
        expect(repeats, place).toBeLessThanOrEqual(repeating.test(place) ? 2 : 1)
        const cell = [...answers.slice(0, -1), ...(isRepeated ? ['mailed twice'] : [])].join(', ')
        Object.assign((table[`${way}: ${place}`] ??= {}), { [disturbance]: cell || 'as if nothing' })
        expect(JSON.stringify(vi.mocked(console.error).mock.calls), place).not.toMatch(/aroha/i)
        vi.mocked(console.error).mockClear()
      }
    },
  )
})
