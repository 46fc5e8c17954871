import { parseForm, postForm } from '../native-form'
import { raiseCaps, type Studio } from '../studio'
import { client } from '../e2e/admin'
import { askForLink, authMails, MAILED, mailedLink, newAdmin, OVER, passwords } from '../recovery'
import { expect, test } from './fixtures'
import { claimsOf, cookieOf, sessionOf, sign, signingKey, withPhone } from '../e2e/forged-sessions'
import { codeOf, wrongCode } from '../codes'

// A studio of its own, because it uses up Auth's limits.
test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

const AGAIN = 'Please try again in a minute.'

/** Opens a link and posts a password in its form, as a browser without JavaScript does. */
async function postPassword(link: string, password: string, headers: Record<string, string> = {}, code = '') {
  const opened = await fetch(link, { headers, redirect: 'manual' })
  return postAgain(link, await opened.text(), password, headers, code)
}

/** Posts the form of this page. */
function postAgain(link: string, html: string, password: string, headers: Record<string, string>, code = '') {
  const { fields } = parseForm(html)
  return postForm(
    link,
    fields,
    [['password', password], ...('code' in fields ? [['code', code] as [string, string]] : [])],
    headers,
  )
}

const linkFor = (studio: Studio, email: string) =>
  mailedLink(studio, email, async () => expect(await askForLink(studio, email)).toContain(MAILED))
const openAdmin = (studio: Studio, cookie: string) =>
  fetch(`${studio.url}/admin`, { headers: { cookie }, redirect: 'manual' })

test('without JavaScript a link works once, unchanged, for an hour, and until a newer mail', async ({
  studio,
}) => {
  const { email } = await newAdmin(studio, 'kereru')
  const spent = await linkFor(studio, email)
  const { headers } = await fetch(spent)
  expect(headers.get('referrer-policy')).toBe('strict-origin')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('cache-control')).toContain('no-store')
  const set = await postPassword(spent, passwords[1] ?? '')
  expect([set.status, set.location]).toEqual([303, `${studio.url}/admin`])
  expect((await openAdmin(studio, set.cookie)).status).toBe(200)
  expect((await postPassword(spent, passwords[2] ?? '')).alert, 'used').toContain(OVER)

  const old = await linkFor(studio, email)
  await studio.sql(
    `update auth.users set recovery_sent_at = recovery_sent_at - interval '61 minutes' where email = '${email}'`,
  )
  expect((await postPassword(old, passwords[2] ?? '')).alert, 'an hour later').toContain(OVER)

  const first = await linkFor(studio, email)
  const second = await linkFor(studio, email)
  expect((await postPassword(first, passwords[2] ?? '')).alert, 'a newer mail').toContain(OVER)
  const token = second.slice(-56)
  for (const altered of [token.slice(1), `${token}0`, token.toUpperCase(), `pkce_${token}`, 'x'])
    expect((await postPassword(second.replace(token, altered), passwords[2] ?? '')).alert).toContain(OVER)
  expect((await postPassword(second, passwords[2] ?? '')).status).toBe(303)
})

test('the link works also in a mail that a stranger requested', async ({ studio }) => {
  const { email } = await newAdmin(studio, 'takahe')
  const link = await mailedLink(studio, email, async () => {
    const { status } = await fetch(`${studio.supabaseUrl}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: studio.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }),
    })
    expect(status).toBe(200)
  })
  expect(link).toMatch(/\/pkce_[0-9a-f]{56}$/)
  const set = await postPassword(link, passwords[1] ?? '')
  expect(set.status).toBe(303)
  expect((await openAdmin(studio, set.cookie)).status).toBe(200)
})

test(
  'with a mail server that takes three seconds the link works, and the password is stored',
  { tag: '@soak' },
  async ({ studio }) => {
    const { email } = await newAdmin(studio, 'whio')
    studio.proxy.set('mailing', 'POST /auth/v1/recover')
    const link = await linkFor(studio, email)
    studio.proxy.set('mailing', 'PUT /auth/v1/user')
    const set = await postPassword(link, passwords[1] ?? '')
    studio.proxy.set('none')
    expect([set.status, set.location]).toEqual([303, `${studio.url}/admin`])
    await client(studio, { email, password: passwords[1] ?? '' })
  },
)

test('no one learns which address is an admin’s: the response is the same, at once', async ({ studio }) => {
  const { email } = await newAdmin(studio, 'kokako')
  const banned = await newAdmin(studio, 'matuku')
  await studio.sql(
    `update auth.users set banned_until = now() + interval '1 hour' where email = '${banned.email}'`,
  )
  const before = new Set(authMails(studio).map(({ file }) => file))
  studio.proxy.set('hang')
  for (const asked of [
    banned.email,
    studio.people.member.email,
    'nobody@studio.test',
    'no address',
    `${'x'.repeat(300)}@a.nz`,
  ])
    expect(await askForLink(studio, asked), 'though nothing responds').toContain(MAILED)
  studio.proxy.set('none')
  await linkFor(studio, email)
  const mailed = authMails(studio).filter(({ file }) => !before.has(file))
  expect(
    mailed.map(({ to }) => to),
    'once the others were asked about',
  ).toEqual([email])
})

test('an admin gets one mail in ten minutes; a mail that the server refuses does not count', async ({
  studio,
}) => {
  const { email } = await newAdmin(studio, 'hihi')
  studio.proxy.set('429', 'POST /auth/v1/recover')
  await askForLink(studio, email)
  await expect.poll(() => studio.siteLog()).toContain('recovery: the Auth server sent no mail (')
  studio.proxy.set('none')
  const sent = () => authMails(studio).filter(({ to }) => to === email).length
  await expect
    .poll(async () => {
      if (sent() === 0) await askForLink(studio, email)
      return sent()
    })
    .toBe(1)
  await studio.sql(`update auth.users set recovery_sent_at = null where email = '${email}'`)
  await askForLink(studio, email)
  await linkFor(studio, (await newAdmin(studio, 'toutouwai')).email) // for a check below
  expect(sent()).toBe(1)
})

test('a busy or hanging Auth server spends no link; after a lost response the page says more @full', async ({
  studio,
}) => {
  const { email } = await newAdmin(studio, 'kakapo')
  const link = await linkFor(studio, email)
  for (const fault of ['429', 'down', '500'] as const) {
    studio.proxy.set(fault, 'POST /auth/v1/verify')
    expect((await postPassword(link, passwords[1] ?? '')).alert, fault).toBe(AGAIN)
  }
  studio.proxy.set('down', 'link_needs_code')
  expect((await postPassword(link, passwords[1] ?? '')).alert).toBe(AGAIN)

  studio.proxy.set('500', 'PUT /auth/v1/user')
  const refused = await postPassword(link, passwords[1] ?? '')
  expect([refused.status, refused.alert]).toEqual([200, 'The password was not changed. Please try again.'])
  studio.proxy.set('down', 'PUT /auth/v1/user')
  const { cookie } = refused
  const lost = await postAgain(link, refused.html, passwords[1] ?? '', { cookie })
  expect(lost.alert).toMatch(/^No response came/)
  studio.proxy.set('lost', 'PUT /auth/v1/user')
  const set = await postAgain(link, lost.html, passwords[1] ?? '', { cookie })
  expect([set.status, set.location], 'the site finds that it was set').toEqual([303, `${studio.url}/admin`])
  studio.proxy.set('none')
})

test('a founder with a phone sets a password by link and code in one form, also after mistakes', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'toroa')
  const link = await linkFor(studio, person.email)
  const [, next = ''] = passwords
  const post = (password: string, code: string) => postPassword(link, password, {}, code)
  expect((await post('too short', codeOf(person.secret))).html).toContain(
    'a password of 12 characters or more',
  )
  for (const code of ['', '12 34', 'abcdef'])
    expect((await post(next, code)).html).toContain('That code is wrong. Type the newest one.')
  studio.proxy.set('500', 'POST /auth/v1/verify')
  expect((await post(next, codeOf(person.secret))).alert, 'none of these has used the link up').toBe(AGAIN)
  studio.proxy.set('none')

  const wrong = await post(next, wrongCode(person.secret))
  expect([wrong.status, wrong.location]).toEqual([200, link])
  expect(wrong.html).toContain('That code is wrong. Type the newest one.')
  const { cookie } = wrong
  const set = await postAgain(link, wrong.html, next, { cookie }, codeOf(person.secret))
  expect([set.status, set.location]).toEqual([303, `${studio.url}/admin`])
  expect((await openAdmin(studio, set.cookie)).status).toBe(200)
})

test('who knows the password cannot keep the owner of the phone from a new one by the newest mail', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'tara')
  const thief = await sessionOf(studio, person)
  const headers = { cookie: cookieOf(thief) }
  const login = `${studio.url}/login`
  const { fields } = parseForm(await (await fetch(login, { headers })).text())
  const guess = () => postForm(login, fields, [['code', wrongCode(person.secret)]], headers)
  for (let n = 0; n < 5; n++) await guess()
  expect((await guess()).html).toContain('Five codes were wrong.')
  const link = await linkFor(studio, person.email)
  const set = await postPassword(link, passwords[1] ?? '', {}, codeOf(person.secret))
  expect([set.status, set.location]).toEqual([303, `${studio.url}/admin`])
  const { status } = await fetch(`${studio.supabaseUrl}/auth/v1/user`, {
    headers: { apikey: studio.publishableKey, authorization: `Bearer ${thief.access_token}` },
  })
  expect(status, 'the thief’s session has ended').toBe(403)
})

test('the form without a link opens for an hour, and only after a link', async ({ studio }) => {
  const { email, password } = await newAdmin(studio, 'pateke')
  const form = `${studio.url}/login/password`
  const link = await linkFor(studio, email)
  studio.proxy.set('pwned', 'PUT /auth/v1/user')
  const { cookie, alert } = await postPassword(link, passwords[1] ?? '')
  studio.proxy.set('none')
  expect(alert).toContain('This password is in lists of stolen ones.')

  const session = await sessionOf(studio, { email, password })
  const { amr, ...claims } = claimsOf(session.access_token)
  expect(amr).toMatchObject([{ method: 'password' }])
  const seconds = Math.floor(Date.now() / 1000)
  const late = await sign(
    { ...claims, amr: [{ method: 'otp', timestamp: seconds - 3_601 }] },
    signingKey(studio),
  )
  const { fields } = parseForm(await (await fetch(form, { headers: { cookie } })).text())
  for (const [who, other] of [
    ['signed in by password', cookieOf(session)],
    ['an hour later', cookieOf({ ...session, access_token: late })],
    ['nobody', ''],
  ] as const) {
    expect(await (await fetch(form, { headers: { cookie: other } })).text(), who).toContain(OVER)
    const posted = await postForm(form, fields, [['password', passwords[1] ?? '']], { cookie: other })
    expect(posted.alert, who).toContain(OVER)
  }

  studio.proxy.set('down')
  const opened = await fetch(`${studio.url}/login/password/x`, { headers: { cookie } })
  expect(parseForm(await opened.text()).fields).toMatchObject({ token: 'x' })
  studio.proxy.set('none')
  expect((await postPassword(form, passwords[1] ?? '', { cookie })).status).toBe(303)
})

test('no log of the site or of the Auth server has a link or an e-mail address', async ({ studio }) => {
  const { email } = await newAdmin(studio, 'korimako')
  const link = await linkFor(studio, email)
  const mistyped = link.replace('password', 'pasword')
  expect((await fetch(mistyped)).status).toBe(404)
  expect((await postPassword(link, passwords[1] ?? '')).status).toBe(303)
  // Checks the logs of the previous tests, too.
  const logs = `${studio.siteLog()}\n${studio.backendLog()}`
  expect(logs).toContain('A mail for a new password is in ')
  expect(logs).toContain('404 /login/pasword/…')
  for (const mail of authMails(studio)) expect(logs).not.toContain(mail.link.slice(-56))
  expect(logs.split('\n').filter((line) => line.includes('@studio.test'))).toEqual([])
})
