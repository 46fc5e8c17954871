import fc from 'fast-check'
import { bookingPost, readFormPage } from '../native-form'
import {
  type RawResponse,
  fuzzRuns,
  fuzzSeed,
  junk,
  junkByte,
  junkPart,
  mostly,
  sendRaw,
  type RawRequest,
} from '../fuzz'
import { stored } from '../e2e/booking'
import { cookieOf, sessionOf } from '../e2e/forged-sessions'
import { expect, shareStudio, test } from './fixtures'

const secret = 'Whero Hidden'
shareStudio({
  sql: `insert into inquiries (name, email, message) values ('${secret}', 'whero@hidden.example', 'whero hidden words')`,
})

const words = (text: string) => text.trim().split(/\s+/)
const paths = words(`
  / /about /booking /login /admin /nowhere /api/health /api/slots /api/slots/next /_next/image
  /_next/data /robots.txt /og/home
  /booking/manage/00000000-0000-4000-8000-000000000000.AAAAAAAAAAAAAAAAAAAAAA
  /booking/manage/x/call.ics
`)
const parameters = words(
  'date slot step from to next live call _rsc url w q view id sort page __nextDefaultLocale',
)
const headers = words(`
  Cookie Next-Action RSC Next-Router-State-Tree Next-Router-Prefetch Next-Router-Segment-Prefetch
  Next-Url Content-Type Accept Accept-Encoding Accept-Language Authorization Origin Referer Range
  If-None-Match If-Modified-Since X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port
  X-Middleware-Subrequest X-Nextjs-Data X-HTTP-Method-Override Upgrade
`)
const right = [
  '1',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain;charset=UTF-8',
  'text/x-component',
  'http://localhost',
  'https',
  '192.0.2.1',
  'studio-session=base64-eyJhIjoxfQ',
  'studio-session.0=base64-e30; studio-session.1=AAAA',
  'studio-session=%7B%7D',
  '00'.repeat(21),
]
const bodies = [
  '_1_name=a&_1_email=b',
  '$ACTION_REF_1=&$ACTION_1:0={"id":"00","bound":null}',
  '$ACTION_ID_00',
  '["$K1"]',
  '["$F1","$Q2","$B3"]',
  '{"then":"$1:constructor"}',
  '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n["$1:__proto__:then"]\r\n--x--\r\n',
]

const query = fc
  .array(fc.tuple(mostly(fc.constantFrom(...parameters), junkPart), junkPart), { maxLength: 4 })
  .map((pairs) => (pairs.length ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))
const target = fc
  .tuple(
    mostly(
      fc.constantFrom(...paths),
      junkPart.map((part) => `/${part}`),
    ),
    mostly(
      fc.constant(''),
      junkPart.map((part) => `/${part}`),
    ),
    query,
  )
  .map((parts) => parts.join(''))
const wire: fc.Arbitrary<RawRequest> = fc.record({
  method: mostly(
    fc.constantFrom('GET', 'GET', 'POST'),
    fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'BREW'),
  ),
  target,
  headers: fc.array(fc.tuple(fc.constantFrom(...headers), mostly(fc.constantFrom(...right), junkByte)), {
    maxLength: 4,
  }),
  body: mostly(fc.constant(''), fc.oneof(fc.constantFrom(...bodies), junk)),
})

/**
 * Headers that only Next's own scripts send; Next responds with a plain 500 to some other values.
 */
const spokenByNext = ['Next-Action', 'RSC', 'Next-Router-State-Tree']

/** True if a browser can send it: a read of a URL, without Next's own headers. */
function isPlainRead({ method, headers, body }: RawRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && !body && headers.every(([name]) => !spokenByNext.includes(name))
}

/**
 * The fault of a response. Uses no `expect`, because Playwright keeps every call as a step, which gets
 * slow.
 */
function faultOf(request: RawRequest, { status, text }: RawResponse): string | null {
  if (status >= 500 && isPlainRead(request)) return `a server fault, ${status}`
  if (/whero/i.test(text)) return 'another’s row shows'
  if (/node_modules|\/server\/chunks|at async /.test(text)) return 'the inside of the server shows'
  return null
}

const TOGETHER = 10

async function sendAll(url: string, count: number, seed: number) {
  const several = fc.array(wire, { minLength: TOGETHER, maxLength: TOGETHER })
  const property = fc.asyncProperty(several, async (requests) => {
    const responses = await Promise.all(requests.map((request) => sendRaw(url, request)))
    responses.forEach((response, i) => {
      const request = requests[i] as RawRequest
      const fault = faultOf(request, response)
      if (fault) throw new Error(`${fault} for ${JSON.stringify(request)}\n${response.text.slice(0, 500)}`)
    })
  })
  await fc.assert(property, { numRuns: count / TOGETHER, seed })
}

test('on random requests of strangers the site goes on, reveals no one, and takes little memory @full', async ({
  studio,
  request,
}) => {
  test.setTimeout(process.env.SOAK ? 20 * 60_000 : 120_000)
  const share = process.env.SOAK ? 0.175 : 0.1
  await sendAll(studio.url, fuzzRuns(share), fuzzSeed)
  const warm = studio.memory().site
  await sendAll(studio.url, fuzzRuns(share), fuzzSeed + 1)
  expect((await request.get('/booking')).status()).toBe(200)
  expect(studio.memory().site - warm, 'MB the site has grown, once warm').toBeLessThan(150)
})

test('a form that is broken, too long or posted elsewhere gets an error, and nothing is stored @full', async ({
  studio,
}) => {
  const page = await readFormPage(studio.url)
  const entries = { name: 'Broken', email: 'broken@example.com', time: 'none', request_id: page.requestId }
  const { path, headers, body } = bookingPost(page, entries)
  const post = (change: { path?: string; headers?: Record<string, string>; body?: BodyInit }) =>
    fetch(studio.url + (change.path ?? path), {
      method: 'POST',
      headers: { ...headers, ...change.headers },
      body: change.body ?? body,
      duplex: 'half',
    } as RequestInit)
  const long = bookingPost(page, { ...entries, message: 'z'.repeat(100_000) }).body
  const refused = {
    cut: await post({ body: body.slice(0, -40) }),
    'too long': await post({ body: long }),
    'too long, without its length': await post({ body: new Blob([long]).stream() }),
    'of 12 MB': await post({ body: long.padEnd(12_000_000) }),
    'with an action of no name': await post({ headers: { 'next-action': '' } }),
    'with an unknown action': await post({ headers: { 'next-action': '00'.repeat(21) } }),
    'to another page': await post({ path: '/about' }),
    'to no page': await post({ path: '/nowhere' }),
  }
  for (const [what, response] of Object.entries(refused)) {
    expect(response.status, what).toBeGreaterThanOrEqual(400)
    expect(await response.text(), what).not.toMatch(/whero|node_modules/i)
  }
  const head = {
    'without a boundary': { 'content-type': 'multipart/form-data' },
    'an action': { 'next-action': '00' },
  }
  for (const [what, headers] of Object.entries(head)) {
    const response = await post({ headers, body: what === 'an action' ? '' : body })
    expect([response.status, await response.text()], what).toEqual([
      400,
      expect.stringMatching(/^This form arrived without its fields/),
    ])
  }
  const count = async () =>
    (await stored(studio)).inquiries.filter(({ email }) => email === entries.email).length
  expect(await count()).toBe(0)
  expect((await post({})).status, 'as it should be').toBe(200)
  expect(await count()).toBe(1)
})

test('an e-mail address of sixty thousand dots gets an error, and the site does not hang @full', async ({
  studio,
}) => {
  const form = await readFormPage(studio.url)
  const email = `a@${'.'.repeat(60_000)}@`
  const { path, ...post } = bookingPost(form, { name: 'Ana', email, message: '', time: 'none' })
  const response = await fetch(studio.url + path, { method: 'POST', ...post })
  expect(await response.text()).toContain('At most 254 characters, please.')
})

test('the site refuses too long a URL and reads a long one, and it accepts an admin’s long cookies @full', async ({
  studio,
}) => {
  for (const page of ['/', '/booking', '/login']) {
    expect((await fetch(`${studio.url}${page}?a${'&a'.repeat(7_900)}`)).status, page).toBe(431)
    expect((await fetch(`${studio.url}${page}?a${'&a'.repeat(3_900)}`)).status, page).toBe(200)
  }

  const session = cookieOf(await sessionOf(studio, 'admin'))
  const cookie = `${session}; other=${'x'.repeat(5_000 - session.length)}`
  const search = `${studio.url}/admin?q=${'wh%C4%81nau+'.repeat(8)}`
  const headers = { cookie, referer: search, 'user-agent': 'x'.repeat(200) }
  const admin = await fetch(search, { headers })
  expect([admin.status, await admin.text()]).toEqual([200, expect.stringContaining('Welcome, <') as unknown])
})
