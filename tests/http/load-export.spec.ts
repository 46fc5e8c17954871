/** The download of 100,000 requests from a real PostgreSQL. Only in a soak. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { parse } from 'csv-parse'
import { createAdmin } from '@/scripts/admin-create'
import { hasNginx, startNginx } from '@/scripts/bench/nginx'
import { freePort, residentMemory, startSite, stopProcess } from '@/scripts/processes'
import { readForm } from '../native-form'
import { people } from '../people'
import { startRealSupabase } from '../real-supabase'

const REQUESTS = Number(process.env.EXPORT_REQUESTS ?? 100_000)
const PATH = '/admin/export/requests.csv'

/**
 * Half bookings, half messages, without the rows of triggers. Some texts begin like a formula, and some requests share
 * a moment.
 */
const fill = `
  set session_replication_role = replica;
  insert into public.time_slots (id, start_time, end_time, duration_minutes)
  values ('00000000-0000-4000-8000-00000000000a', '03:00', '03:30', 30);
  create temporary table made as
  select gen_random_uuid() as id, n, case n % 2 when 0 then 'booking' else 'inquiry' end as kind,
    timestamptz '2020-01-01' + n / 7 * interval '1001 microseconds' as created_at,
    (array['', '=', '+', '-', '@'])[1 + n % 5] || 'Person "' || n || '", Ōtaki 🌊' as name,
    repeat('An idea; "quoted", and' || chr(10) || 'on two lines. ', 1 + n % 17) || n as message
  from generate_series(1, ${REQUESTS}) n;
  insert into public.requests (id, kind, status, created_at, search_text)
  select id, kind, case kind when 'booking' then 'cancelled' else 'new' end, created_at, '' from made;
  insert into public.bookings (id, name, email, date, time_slot_id, message, created_at, phone, period, status)
  select id, name, 'person' || n || '@example.com', date '2020-01-01' + n / 2, '00000000-0000-4000-8000-00000000000a', message, created_at,
    case when n % 4 = 0 then '021 555 0' || 100 + n % 900 else '0215550' || 100 + n % 900 end,
    tsrange(date '2020-01-01' + n / 2 + time '03:00', date '2020-01-01' + n / 2 + time '03:30'), 'cancelled'
  from made where kind = 'booking';
  insert into public.inquiries (id, name, email, message, created_at)
  select id, name, 'person' || n || '@example.com', message, created_at from made where kind = 'inquiry';
  drop table made;
  set session_replication_role = origin;
  analyze;`

/** Downloads a file as a browser does, at most `bytesPerSecond` if given. */
function download(url: string, cookie: string, file: string, bytesPerSecond?: number) {
  return new Promise<{ status: number; bytes: number; whole: boolean }>((resolve, reject) => {
    const request = get(
      url,
      { headers: { cookie, 'accept-encoding': 'identity' }, agent: false },
      (response) => {
        const out = createWriteStream(file)
        let bytes = 0
        const began = performance.now()
        const end = () =>
          out.end(() => resolve({ status: response.statusCode ?? 0, bytes, whole: response.complete }))
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          out.write(chunk)
          const ahead = bytesPerSecond ? (bytes / bytesPerSecond) * 1000 - (performance.now() - began) : 0
          if (ahead < 50) return
          response.pause()
          setTimeout(() => response.resume(), ahead)
        })
        response.on('end', end).on('error', end)
      },
    )
    request.on('error', reject)
  })
}

type Row = Record<string, string>

async function readCsv(file: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const row of createReadStream(file).pipe(parse({ bom: true, columns: true })))
    rows.push(row as Row)
  return rows
}

test(
  `a file of ${REQUESTS} requests is complete, in little memory, or visibly broken off`,
  { tag: '@soak' },
  async () => {
    let onCall: (path: string) => Response | undefined = () => undefined
    const supabase = await startRealSupabase((path) => onCall(path))
    const folder = mkdtempSync(join(tmpdir(), 'export-'))
    const file = (name: string) => join(folder, `${name}.csv`)
    await supabase.sql.unsafe(fill)
    await createAdmin(supabase, people.admin.email, people.admin.password)
    const env = { SUPABASE_URL: supabase.url, SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey }
    const site = await startSite({ port: await freePort(0), env })
    let log = ''
    for (const stream of [site.process.stdout, site.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (log += text))
    const cookie = await signIn(site.url)
    await fetch(site.url + PATH, { headers: { cookie } }).then((response) => response.body?.cancel())
    const before = residentMemory(site.process)
    let most = before
    const watching = setInterval(() => (most = Math.max(most, residentMemory(site.process))), 200)

    await test.step('the file equals the database, except for the apostrophes', async () => {
      const began = performance.now()
      const got = await download(site.url + PATH, cookie, file('whole'))
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`${Math.round(got.bytes / 1e6)} MB in ${seconds} s`)
      expect(got).toMatchObject({ status: 200, whole: true })
      const stored = await supabase.sql<Row[]>`
        select r.id, r.kind, r.status, coalesce(b.name, i.name) as name, coalesce(b.email, i.email) as email, coalesce(b.phone, '') as phone,
          coalesce(b.message, i.message) as message, coalesce(b.date::text, '') as date, to_jsonb(r.created_at) #>> '{}' as created_at
        from public.requests r left join public.bookings b using (id) left join public.inquiries i using (id)
        order by r.created_at desc, r.id`
      const rows = await readCsv(file('whole'))
      expect(rows).toHaveLength(REQUESTS)
      const differing = rows.filter((row, n) => {
        const { id, kind, status, name = '', email, phone, message, date, created_at = '' } = stored[n] ?? {}
        const expected = {
          Id: id,
          Kind: kind,
          Status: status,
          Name: /^[=+\-@]/.test(name) ? `'${name}` : name,
          Email: email,
          Phone: phone && `'${phone}`,
          Message: message,
          'Call date': date,
        }
        return (
          Object.entries(expected).some(([column, value]) => row[column] !== value) ||
          Date.parse(row['Created (ISO)'] ?? '') !== Date.parse(created_at)
        )
      })
      expect(differing.slice(0, 3)).toEqual([])
    })

    await test.step('two exports while 100 people write repeat no request and miss no earlier one', async () => {
      const known = await supabase.sql<{ id: string }[]>`select id from public.requests`
      const write = async () => {
        for (let n = 0; n < 100; n++) {
          await supabase.sql`insert into public.inquiries (name, email) values ('Late', 'late@example.com')`
          await wait(50)
        }
      }
      const both = ['one', 'other']
      await Promise.all([write(), ...both.map((name) => download(site.url + PATH, cookie, file(name)))])
      for (const name of both) {
        const ids = (await readCsv(file(name))).map((row) => row.Id ?? '')
        const unique = new Set(ids)
        expect(unique.size).toBe(ids.length)
        expect(known.filter(({ id }) => !unique.has(id))).toEqual([])
      }
    })

    let asked = 0
    const fails = (from: number, times: number) => {
      asked = 0
      onCall = (path) => {
        if (path !== '/rest/v1/rpc/export_requests') return undefined
        asked++
        return asked >= from && asked < from + times
          ? Response.json(
              { code: '57014', message: 'canceling statement due to statement timeout' },
              { status: 500 },
            )
          : undefined
      }
    }
    await test.step('a page that fails once is read again; after a second failure the download breaks off', async () => {
      fails(5, 1)
      expect(await download(site.url + PATH, cookie, file('again'))).toMatchObject({
        status: 200,
        whole: true,
      })
      fails(5, 2)
      expect(await download(site.url + PATH, cookie, file('broken'))).toMatchObject({
        status: 200,
        whole: false,
      })
      if (hasNginx()) {
        const nginx = await startNginx(site.url)
        expect(await download(nginx.url + PATH, cookie, file('nginx'))).toMatchObject({ whole: true })
        fails(5, 2)
        expect(await download(nginx.url + PATH, cookie, file('nginx-broken'))).toMatchObject({ whole: false })
        await nginx.stop()
      }
      expect(log).toContain('The export ended early: 57014')
      expect(log).not.toMatch(/Person|@example/)
      fails(1, 2)
      const response = await fetch(site.url + PATH, { headers: { cookie } })
      expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('try again')])
    })

    await test.step('an export longer than the token’s life is complete, and signs no one out', async () => {
      let refreshes = 0
      onCall = (path) => {
        if (path === '/auth/v1/token') refreshes++
        return undefined
      }
      const short = await withTokenOf(100, cookie, supabase.tokens)
      const { size } = statSync(file('whole'))
      const got = await download(site.url + PATH, short, file('slow'), size / 150)
      expect(got).toMatchObject({ status: 200, whole: true })
      expect(refreshes).toBe(0)
      const admin = await fetch(`${site.url}/admin/settings`, {
        headers: { cookie: short },
        redirect: 'manual',
      })
      expect(admin.status).toBe(200)
      expect(refreshes, 'the token has expired during the export').toBe(1)
    })

    clearInterval(watching)
    console.log(`the site: ${Math.round(before)} MB, then ${Math.round(most)} MB at most`)
    expect(most - before, 'MB').toBeLessThan(300)
    await stopProcess(site.process, 'SIGKILL')
    await supabase.close()
    rmSync(folder, { recursive: true })
  },
)

/** Signs in as the form does. Returns the cookies. */
async function signIn(siteUrl: string): Promise<string> {
  const { fields } = await readForm(`${siteUrl}/login`)
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...people.admin })) form.append(name, value)
  const response = await fetch(`${siteUrl}/login`, {
    method: 'POST',
    body: form,
    headers: { origin: siteUrl },
    redirect: 'manual',
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const BASE64 = 'base64-'

/** The same session, with an access token that expires in `seconds`. */
async function withTokenOf(
  seconds: number,
  cookie: string,
  tokens: {
    verify: (token: string) => Promise<object>
    sign: (claims: Record<string, unknown>) => Promise<string>
  },
) {
  const chunks = cookie.split('; ').filter((part) => part.startsWith('studio-session'))
  const value = chunks.map((part) => decodeURIComponent(part.slice(part.indexOf('=') + 1))).join('')
  const session = JSON.parse(Buffer.from(value.slice(BASE64.length), 'base64url').toString()) as Record<
    string,
    unknown
  >
  const expires_at = Math.floor(Date.now() / 1000) + seconds
  const claims = await tokens.verify(String(session.access_token))
  const access_token = await tokens.sign({ ...claims, exp: expires_at })
  const next = JSON.stringify({ ...session, access_token, expires_at, expires_in: seconds })
  return `studio-session=${BASE64}${Buffer.from(next).toString('base64url')}`
}
