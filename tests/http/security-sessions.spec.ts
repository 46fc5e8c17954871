import { createAdmin } from '@/scripts/admin-create'
import { bookingPost, postBooking, postForm, readForm, readFormPage } from '../native-form'
import type { Studio } from '../studio'
import { raiseCaps } from '../e2e/admin'
import { stored } from '../e2e/booking'
import { expect, shareStudio, signIn, test } from './fixtures'
import { claimsOf, cookieOf, forgeries, sessionOf, sign, signingKey } from '../e2e/forged-sessions'

shareStudio({
  sql: `${raiseCaps} insert into inquiries (name, email) values ('Whero Hidden', 'whero@hidden.example')`,
})

/** Requests the admin with a cookie. Returns status, redirect, cookies and body. */
async function openAdmin({ url }: Studio, cookie: string) {
  const response = await fetch(`${url}/admin`, { headers: { cookie }, redirect: 'manual' })
  return {
    status: response.status,
    to: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
    text: await response.text(),
  }
}

test('a forged token opens nothing: not the admin, not its data', async ({ studio }) => {
  for (const [what, access_token] of Object.entries(await forgeries(studio))) {
    const real = await sessionOf(studio, 'member')
    const { status, to, text } = await openAdmin(studio, cookieOf({ ...real, access_token }))
    expect([status, to], what).toEqual([307, '/login?next=%2Fadmin'])
    expect(text, what).not.toContain('Whero')
    const read = await fetch(`${studio.supabaseUrl}/rest/v1/inquiries?select=name`, {
      headers: { apikey: studio.publishableKey, authorization: `Bearer ${access_token}` },
    })
    expect(read.status, what).toBe(401)
  }
})

test('a broken cookie leads to the sign-in, which works', async ({ studio }) => {
  const good = cookieOf(await sessionOf(studio, 'admin'))
  expect((await openAdmin(studio, good)).text).toContain('Whero Hidden')
  const [name = '', value = ''] = good.split(/=(.*)/s)
  const shapes = [
    null,
    [],
    'x',
    7,
    {},
    { access_token: 5 },
    { access_token: 'a.b.c' },
    { user: { app_metadata: { role: 'admin' } } },
  ]
  const broken = [
    ...[1, 7, 8, 40, value.length >> 1, value.length - 9].map(
      (length) => `${name}=${value.slice(0, length)}`,
    ),
    ...shapes.map(cookieOf),
    `${name}=%00`,
    `${name}=base64-====`,
    `${name}.0=${value.slice(0, 300)}; ${name}.1=${value.slice(400)}`,
    `${name}.1=${value.slice(400)}`,
    `${name}=${JSON.stringify({ access_token: 'x' })}`,
  ]
  for (const cookie of broken) {
    const { status, to, text } = await openAdmin(studio, cookie)
    expect([status, to], cookie.slice(0, 80)).toEqual([307, '/login?next=%2Fadmin'])
    expect(text).not.toContain('Whero')
    const login = await fetch(`${studio.url}/login`, { headers: { cookie }, redirect: 'manual' })
    expect(login.status, `the sign-in with ${cookie.slice(0, 80)}`).toBe(200)
  }
})

test('the site refreshes an expired session, and ends one that cannot be refreshed', async ({ studio }) => {
  const session = await sessionOf(studio, 'admin')
  const past = Math.floor(Date.now() / 1000) - 10
  const run_out = {
    ...session,
    expires_at: past,
    access_token: await sign({ ...claimsOf(session.access_token), exp: past }, signingKey(studio)),
  }

  const ended = await openAdmin(studio, cookieOf({ ...run_out, refresh_token: 'madeup' }))
  expect([ended.status, ended.to], 'the sign-in says so').toEqual([307, '/login?next=%2Fadmin&ended=session'])
  expect(ended.cookies.join('\n'), 'the dead cookie is taken away').toMatch(/studio-session=;.*Max-Age=0/i)

  const renewed = await openAdmin(studio, cookieOf(run_out))
  expect(renewed.status).toBe(200)
  expect(renewed.text).toContain('Whero Hidden')
  expect(renewed.cookies.join('\n')).toMatch(/studio-session(\.0)?=base64-/)
})

test('a removed, banned, deleted or signed-out admin reads nothing more, with any token', async ({
  studio,
}) => {
  const backend = { url: studio.supabaseUrl, secretKey: studio.secretKey }
  const notAdmin = 'This account is not an admin'
  for (const [why, sql, shown] of [
    ['removed', `update auth.users set raw_app_meta_data = '{}'`, notAdmin],
    ['banned', `update auth.users set banned_until = now() + interval '1 hour'`, notAdmin],
    ['deleted', 'delete from auth.users', null],
    ['signed-out', 'delete from auth.sessions where user_id = (select id from auth.users', null],
  ] as const) {
    const person = { email: `${why}@studio.test`, password: 'ngaio-on-the-long-beach' }
    await createAdmin(backend, person.email, person.password)
    const session = await sessionOf(studio, person)
    const cookie = cookieOf(session)
    expect((await openAdmin(studio, cookie)).text, why).toContain('Whero Hidden')

    await studio.sql(`${sql} where email = '${person.email}'${why === 'signed-out' ? ')' : ''}`)
    const { status, to, text } = await openAdmin(studio, cookie)
    expect(text, why).not.toContain('Whero')
    if (shown) expect(text, why).toContain(shown)
    else expect([status, to], why).toEqual([307, '/login?next=%2Fadmin&ended=session'])
    // The sign-in stays open: it does not redirect to the admin and back.
    const login = await fetch(`${studio.url}/login`, { headers: { cookie }, redirect: 'manual' })
    expect(login.status, why).toBe(shown ? 307 : 200)

    const mail = await fetch(`${studio.url}/admin/mails/a.eml`, { headers: { cookie }, redirect: 'manual' })
    expect([307, 401, 403], `a saved mail, ${why}`).toContain(mail.status)
    const headers = { apikey: studio.publishableKey, authorization: `Bearer ${session.access_token}` }
    const rest = await fetch(`${studio.supabaseUrl}/rest/v1/inquiries?select=name`, { headers })
    expect(await rest.json(), `the API, ${why}`).toEqual([])
  }
})

test('a session that ends during the rendering of its page leads to the sign-in', async ({ studio }) => {
  const person = { email: 'changed@studio.test', password: 'ngaio-on-the-long-beach' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, person.email, person.password)
  const cookie = cookieOf(await sessionOf(studio, person))
  studio.proxy.set('hang', '/rest/v1/admin_requests')
  const opening = openAdmin(studio, cookie)
  await expect.poll(() => studio.proxy.held(), 'the list and the strip').toBe(2)
  await studio.sql(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${person.email}')`,
  )
  studio.proxy.set('none')
  const { text } = await opening
  expect(text).not.toContain('This account is not an admin')
  expect(text).toContain('/login?next=%2Fadmin&ended=session')
})

test('after a broken cookie a sign-in gives a working one, Lax and by https Secure', async ({
  playwright,
  studio,
}) => {
  const value = cookieOf(await sessionOf(studio, 'admin')).replace('studio-session=', '')
  const broken = [value.slice(0, 300), value.slice(400)].map((part, at) => ({
    ...{ name: `studio-session.${at}`, value: part, domain: 'localhost', path: '/' },
    ...{ expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const },
  }))
  const request = await playwright.request.newContext({
    baseURL: studio.url,
    storageState: { cookies: broken, origins: [] },
  })
  await signIn(request, studio.people.admin)
  expect(await (await request.get('/admin')).text()).toContain(`<bdi>${studio.people.admin.email}</bdi>`)
  const { cookies: all } = await request.storageState()
  await request.dispose()
  const kept = all.filter(({ name }) => name.startsWith('studio-session'))
  expect(kept.length).toBeGreaterThan(0)
  for (const cookie of kept) expect(cookie).toMatchObject({ sameSite: 'Lax', secure: false, path: '/' })

  const login = `${studio.url}/login`
  const { fields } = await readForm(login)
  const https = { 'x-forwarded-proto': 'https' }
  const { cookies } = await postForm(login, fields, Object.entries(studio.people.admin), https)
  const sent = cookies.filter((cookie) => cookie.startsWith('studio-session'))
  expect(sent.length).toBeGreaterThan(0)
  for (const cookie of sent)
    expect(cookie).toMatch(/^(?=.*; Secure)(?=.*; Path=\/(;|$))(?=.*; SameSite=Lax)/i)
})

test('sign-in redirects no one to another site', async ({ studio }) => {
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  // tests/unit/paths.test.ts has the other refused URLs.
  const traps = [
    '//evil.example',
    '/%2f/evil.example',
    '\u0000//evil.example',
    '////evil.example',
    'evil.example',
  ]
  for (const trap of traps) {
    const response = await fetch(`${studio.url}/login?next=${encodeURIComponent(trap)}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    expect(response.status, trap).toBe(307)
    const { origin, pathname } = new URL(response.headers.get('location') ?? '', studio.url)
    expect(origin, trap).toBe(studio.url)
    expect(pathname, trap).not.toMatch(/^\/[/\\]/)
  }
})

test('another site cannot post in a person’s name; the site itself can, behind a proxy too', async ({
  studio,
}) => {
  const form = await readFormPage(studio.url)
  const entries = { name: 'Kowhai', email: 'kowhai@example.com', time: 'none' }
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost',
    `${studio.url}.evil.example`,
    '%',
  ]) {
    const { path, headers, body } = bookingPost(form, entries)
    const post = { method: 'POST', headers: { ...headers, origin }, body }
    const response = await fetch(studio.url + path, post)
    expect(response.status, origin).toBe(403)
    expect(response.headers.get('content-security-policy'), origin).toContain("default-src 'none'")
    expect(await response.text(), origin).toContain('This form was not sent from a page of ours')
    for (const page of ['/login', '/admin', '/booking/manage/x', '/', '/about', '/start', '/nowhere'])
      expect((await fetch(studio.url + page, post)).status, page).toBe(403)
  }
  const count = async () => (await stored(studio)).inquiries.filter(({ name }) => name === 'Kowhai').length
  expect(await count()).toBe(0)
  const proxied = {
    origin: 'https://studio.example',
    'x-forwarded-host': 'studio.example',
    'x-forwarded-proto': 'https',
  }
  expect((await postBooking(studio.url, form, entries, { origin: studio.url })).state?.status).toBe('success')
  expect((await postBooking(studio.url, form, entries, proxied)).state?.status).toBe('success')
  expect(await count(), 'the same request twice is one row').toBe(1)
})
