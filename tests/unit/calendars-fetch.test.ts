import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createPlain, isIP, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAddress, parseCalendarUrl, sealAddress } from '@/lib/calendars/address'
import { fetchCalendar, publicAgent } from '@/lib/calendars/fetch'
import { Unreadable } from '@/lib/calendars/unreadable'
import { TestAgent } from '@/tests/calendar-server'
import { makeCertificate } from '@/tests/db/https-site'

const code = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'read',
      (error: unknown) => (error instanceof Unreadable ? error.message : String(error)),
    )

describe('the address of a calendar', () => {
  test('the address of a calendar may begin with webcal, and may have spaces around it', () => {
    expect(parseCalendarUrl(' webcal://calendars.example/private-1/basic.ics ').href).toBe(
      'https://calendars.example/private-1/basic.ics',
    )
  })

  test.each([
    'http://calendars.example/a.ics',
    'https://calendars.example:8443/a.ics',
    'https://mere:secret@calendars.example/a.ics',
    'https://127.0.0.1/a.ics',
    'https://2130706433/a.ics',
    'https://0x7f.1/a.ics',
    'https://[::1]/a.ics',
    'https://[::127.0.0.1]/a.ics',
    'https://[::ffff:10.0.0.1]/a.ics',
    'file:///etc/passwd',
    `https://calendars.example/${'a'.repeat(2_000)}`,
    'calendars.example/a.ics',
    '',
  ])('a calendar’s address must be public https, or the site sends nothing: %s', async (address) => {
    expect(await code(() => parseCalendarUrl(address))).toBe('address')
    expect(await code(() => fetchCalendar(address))).toBe('address')
  })

  const secret = Buffer.alloc(32, 1).toString('base64')
  const next = Buffer.alloc(32, 2).toString('base64')
  const address = 'https://calendars.example/private-1/basic.ics'
  const [id, other] = ['9d3f5c5e-0000-4000-8000-000000000001', '9d3f5c5e-0000-4000-8000-000000000002']

  test('a calendar’s address is encrypted for its row, so that a copy of the database opens no calendar', async () => {
    const sealed = sealAddress(id, address, secret)
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('private-1')
    expect(sealAddress(id, address, secret)).not.toBe(sealed)
    expect(openAddress(id, sealed, [secret, undefined])).toEqual({ address, isOld: false })
    expect(await code(() => openAddress(other, sealed, [secret, undefined]))).toBe('secret')
    expect(await code(() => openAddress(id, `${sealed.slice(0, -4)}AAAA`, [secret, undefined]))).toBe(
      'secret',
    )
  })

  test('a calendar’s address can be read after a change of the site’s secret, with the previous secret', async () => {
    const sealed = sealAddress(id, address, secret)
    expect(openAddress(id, sealed, [next, secret])).toEqual({ address, isOld: true })
    expect(await code(() => openAddress(id, sealed, [next, undefined]))).toBe('secret')
    expect(await code(() => openAddress(id, sealed, [undefined, undefined]))).toBe('secret')
  })
})

test.each(['https://localhost/a.ics', 'https://ip6-localhost/a.ics'])(
  'no founder’s calendar makes the site connect to its private network: %s',
  async (address) => {
    expect(await code(() => fetchCalendar(address))).toMatch(/^(inward|name)$/)
  },
)

test.each([
  ['one private address of two', ['8.8.8.8', '127.0.0.1']],
  ['an IPv6 address that maps a private IPv4 one', ['::ffff:10.0.0.1']],
  ['an IPv6 address compatible with a private IPv4 one', ['::7f00:1']],
  ['the address of the host’s metadata', ['169.254.169.254']],
])('the site looks a name up once and does not connect to %s', async (_, answers) => {
  let lookups = 0
  const agent = publicAgent((_host, _options, done) => {
    lookups++
    done(
      null,
      answers.map((address) => ({ address, family: isIP(address) })),
    )
  })
  expect(await code(() => fetchCalendar('https://calendars.example/a.ics', { agent }))).toBe('inward')
  expect(lookups).toBe(1)
})

const certificate = makeCertificate()

describe.runIf(certificate)('a calendar’s server', () => {
  const held = new Set<Socket>()
  const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
    '/whole': (response) => response.end('BEGIN:VCALENDAR'),
    '/cookie': (response, { headers }) => response.end(JSON.stringify(Object.keys(headers).toSorted())),
    '/gone': (response) => response.writeHead(404).end(),
    '/part': (response) => response.writeHead(206).end('BEGIN'),
    '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('BEGIN')),
    '/large': (response) => response.writeHead(200, { 'content-length': 11 * 1024 * 1024 }).write('B'),
    '/endless': (response) => {
      const chunk = Buffer.alloc(1024 * 1024)
      const more = () => !response.destroyed && response.write(chunk, () => setImmediate(more))
      more()
    },
    '/cut': (response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('BEGIN', () => response.socket?.destroy())
    },
    '/silent': () => {},
    '/slow': (response) => {
      const timer = setInterval(() => response.write('B'), 50)
      response.on('close', () => clearInterval(timer))
    },
    '/continue': (response) => {
      const timer = setInterval(() => response.writeContinue(), 20)
      response.on('close', () => clearInterval(timer))
    },
    '/to-plain': (response) => response.writeHead(302, { location: 'http://localhost/whole' }).end(),
    '/to-port': (response) => response.writeHead(302, { location: 'https://localhost:8443/whole' }).end(),
    '/to-address': (response) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
    '/to-user': (response) => response.writeHead(302, { location: 'https://a:b@localhost/whole' }).end(),
  }
  const server = createServer(certificate ?? {}, (request, response) => {
    const hops = /^\/hops\/(\d)$/.exec(request.url ?? '')?.[1]
    if (hops)
      response
        .writeHead(hops === '0' ? 308 : 302, {
          location: hops === '0' ? '/whole' : `/hops/${Number(hops) - 1}`,
        })
        .end()
    else answers[request.url ?? '']?.(response, request)
  })
  /** A server that accepts connections and never sends a byte. */
  const tarpit = createPlain((socket) => held.add(socket))

  beforeAll(async () => {
    for (const one of [server, tarpit]) {
      one.on('connection', (socket: Socket) => held.add(socket))
      await once(one.listen(0, '127.0.0.1'), 'listening')
    }
  })
  afterAll(() => {
    for (const socket of held) socket.destroy()
    server.close()
    tarpit.close()
  })

  const read = (path: string, { deadline = 1_500, to = server as { address(): unknown } } = {}) =>
    code(async () => {
      const agent = new TestAgent(to, certificate?.cert)
      const body = await fetchCalendar(`https://localhost${path}`, { agent, deadline })
      throw new Unreadable(body.toString())
    })

  test.each([
    ['/whole', 'BEGIN:VCALENDAR'],
    ['/hops/2', 'BEGIN:VCALENDAR'],
    ['/hops/3', 'redirects'],
    ['/gone', 'status_404'],
    ['/part', 'status_206'],
    ['/gzip', 'compressed'],
    ['/large', 'large'],
    ['/endless', 'large'],
    ['/cut', 'cut'],
    ['/silent', 'slow'],
    ['/slow', 'slow'],
    ['/continue', 'slow'],
    ['/to-plain', 'address'],
    ['/to-port', 'address'],
    ['/to-address', 'address'],
    ['/to-user', 'address'],
  ])('a calendar’s server at %s gives %s', async (path, result) => {
    expect(await read(path, { deadline: path === '/endless' ? 8_000 : undefined })).toBe(result)
  })

  test('a calendar’s server that sends nothing, not even TLS, is given up at the deadline', async () => {
    expect(await read('/whole', { to: tarpit })).toBe('slow')
  })

  test('a calendar’s server gets only the request: no cookie and no referrer', async () => {
    expect(await read('/cookie')).toBe('["accept","accept-encoding","connection","host","user-agent"]')
  })

  test('a calendar is not read if its server’s certificate is not trusted', async () => {
    const agent = new TestAgent(server)
    expect(await code(() => fetchCalendar('https://localhost/whole', { agent }))).toBe('certificate')
  })
})
