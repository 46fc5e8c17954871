import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAdmin } from '@/scripts/admin-create'
import { parseForm, postForm } from '../native-form'
import type { Studio } from '../studio'
import { client } from './admin'
import { axeViolations, expect, shareStudio, signIn, test } from './fixtures'
import { claimsOf, cookieOf, sessionOf, sign, signingKey } from './forged-sessions'

shareStudio()

const MAILED = 'If this is an admin’s address, a mail is on its way. Its newest link works for an hour.'
const OVER = 'This link no longer works'
const AGAIN = 'Please try again in a minute.'

const passwords = ['karaka-beside-the-gate', 'miro-berries-in-autumn', 'kowhai-in-the-first-week']
/** An admin of each test's own, whose sessions a new password ends. */
async function newAdmin(studio: Studio, name: string) {
  const person = { email: `${name}@studio.test`, password: passwords[0] ?? '' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, person.email, person.password)
  return person
}

/** What the Auth server has mailed: to whom, and the link. */
function authMails({ data }: Studio): { file: string; to: string; link: string }[] {
  const folder = join(data, 'auth-mails')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const [, to = ''] = /^To: <(.+)>/m.exec(text) ?? []
    const [, link = ''] = /href="([^"]+)"/.exec(text) ?? []
    return { file, to, link }
  })
}

/** Asks for a link as a browser without JavaScript does; returns the page that answers. */
async function askForLink(studio: Studio, email: string): Promise<string> {
  const page = `${studio.url}/login/forgotten`
  const { fields } = parseForm(await (await fetch(page)).text())
  const { status, html } = await postForm(page, fields, [['email', email]])
  expect(status).toBe(200)
  return html
}

/** Does `ask`, and waits for the link of the mail that it has sent to this address. */
async function mailedLink(studio: Studio, email: string, ask: () => Promise<unknown>): Promise<string> {
  // As if the last mail were long ago.
  await studio.sql(`delete from private.password_recoveries;
    update auth.users set recovery_sent_at = recovery_sent_at - interval '61 seconds' where email = '${email}'`)
  const before = new Set(authMails(studio).map(({ file }) => file))
  const newMails = () => authMails(studio).filter(({ file, to }) => !before.has(file) && to === email)
  await ask()
  await expect.poll(() => newMails().length, { timeout: 15_000 }).toBe(1)
  return newMails()[0]?.link ?? ''
}

/** Opens a link and posts a password by its form, as a browser without JavaScript does. */
async function postPassword(link: string, password: string, headers: Record<string, string> = {}) {
  const opened = await fetch(link, { headers, redirect: 'manual' })
  const { fields } = parseForm(await opened.text())
  const posted = await postForm(link, fields, [['password', password]], headers)
  // Of a cookie that was set twice the later counts.
  const jar = new Map(posted.cookies.map((cookie) => cookie.split(';')[0]?.split('=') as [string, string]))
  return { ...posted, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
}

const linkFor = (studio: Studio, email: string) =>
  mailedLink(studio, email, async () => expect(await askForLink(studio, email)).toContain(MAILED))
const openAdmin = (studio: Studio, cookie: string) =>
  fetch(`${studio.url}/admin`, { headers: { cookie }, redirect: 'manual' })

test('a founder who forgot the password gets back in by a mail, and whoever else was signed in is out', async ({
  page,
  otherBrowser,
  studio,
}) => {
  const { email, password } = await newAdmin(studio, 'tui')
  const elsewhere = await otherBrowser()
  await signIn(elsewhere, { email, password })

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the mail' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Your email is missing.')
  await page.getByLabel('Email').fill(`  ${email.toUpperCase()} `)
  expect(await axeViolations(page)).toEqual([])
  const link = await mailedLink(studio, email, async () => {
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await expect(page.getByRole('status').filter({ hasText: MAILED })).toBeFocused()
  })
  expect(link).toMatch(/\/login\/password\/[0-9a-f]{56}$/)

  await test.step('a short password is refused before the link is spent', async () => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('too short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription('Please choose a password of 12 characters or more.')
    const eye = page.getByRole('button', { name: 'Show new password' })
    await eye.click()
    await expect(field).toHaveAttribute('type', 'text')
    expect(await axeViolations(page)).toEqual([])
  })
  await test.step('one that the server refuses is asked for again, and so is the present one', async () => {
    studio.proxy.set('pwned', 'PUT /auth/v1/user')
    await page.getByLabel('New password', { exact: true }).fill('a password of thieves')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.waitForURL('**/login/password?problem=pwned')
    await expect(alert).toHaveText('This password is in lists of stolen ones. Please choose another.')
    studio.proxy.set('none')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(alert).toHaveText('That is the password you have now. Please choose another.')
  })
  await page.getByLabel('New password', { exact: true }).fill(passwords[1] ?? '')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.waitForURL('**/admin')
  await expect(page.getByRole('banner').getByText(`Welcome, ${email}`)).toBeVisible()

  await test.step('the other browser is signed out, and signs in with the new password', async () => {
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login\?next=%2Fadmin.*&ended/)
    await signIn(elsewhere, { email, password: passwords[1] ?? '' })
  })
  await test.step('the link is over, and says how to get another', async () => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(passwords[2] ?? '')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(alert).toContainText(OVER)
    await expect(page.getByRole('link', { name: 'Have another mail sent' })).toHaveAttribute(
      'href',
      '/login/forgotten',
    )
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/admin')
    await expect(
      page.getByRole('banner').getByText(`Welcome, ${email}`),
      'and nobody is signed out',
    ).toBeVisible()
  })
})

test('without JavaScript a link works once, for an hour, as it was written, and until a newer mail', async ({
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

test('of two posts of one link one sets the password and stays signed in; the other hears it is used', async ({
  studio,
}) => {
  const { email } = await newAdmin(studio, 'weka')
  const link = await linkFor(studio, email)
  const posted = await Promise.all([1, 2].map((n) => postPassword(link, passwords[n] ?? '')))
  const set = posted.filter(({ status }) => status === 303)
  expect(set).toHaveLength(1)
  expect((await openAdmin(studio, set[0]?.cookie ?? '')).status).toBe(200)
  expect(posted.find(({ status }) => status === 200)?.alert).toContain(OVER)
})

test('the link of a mail that a stranger asked for opens as well', async ({ studio }) => {
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
  'a mail server that takes three seconds sends a link that works, and a password that is stored',
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

test('nobody learns whose address is an admin’s: the same words at once, and no mail to anybody else', async ({
  studio,
}) => {
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

test('an admin is mailed once in ten minutes; a mail that the server refuses does not count', async ({
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
  await linkFor(studio, (await newAdmin(studio, 'toutouwai')).email) // asked about later
  expect(sent()).toBe(1)
})

test('an Auth server that is busy or hangs spends no link, and one whose answer is lost tells later @full', async ({
  studio,
}) => {
  const { email } = await newAdmin(studio, 'kakapo')
  const link = await linkFor(studio, email)
  const waitForLoan = () => studio.sql('delete from private.lent_links')
  for (const fault of ['429', 'down', '500'] as const) {
    studio.proxy.set(fault, 'POST /auth/v1/verify')
    expect((await postPassword(link, passwords[1] ?? '')).alert, fault).toBe(AGAIN)
    await waitForLoan()
  }
  studio.proxy.set('down', 'admit_recovery_link')
  expect((await postPassword(link, passwords[1] ?? '')).alert).toBe(AGAIN)

  studio.proxy.set('lost', 'PUT /auth/v1/user')
  const lost = await postPassword(link, passwords[1] ?? '')
  expect([lost.status, lost.location]).toEqual([303, `${studio.url}/login/password?problem=lost`])
  studio.proxy.set('none')
  const { cookie } = lost
  const same = await postPassword(lost.location, passwords[1] ?? '', { cookie })
  expect([same.status, same.location], 'it was set').toEqual([303, `${studio.url}/admin`])
})

test('the form without a link opens for an hour, and only for who came by one; a link’s own asks nobody', async ({
  studio,
}) => {
  const { email, password } = await newAdmin(studio, 'pateke')
  const form = `${studio.url}/login/password`
  const link = await linkFor(studio, email)
  studio.proxy.set('pwned', 'PUT /auth/v1/user')
  const { cookie, location } = await postPassword(link, passwords[1] ?? '')
  studio.proxy.set('none')
  expect(location).toBe(`${form}?problem=pwned`)

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

test('neither a link nor an address is in a log of the site or of the Auth server', async ({ studio }) => {
  const { email } = await newAdmin(studio, 'korimako')
  const link = await linkFor(studio, email)
  const mistyped = link.replace('password', 'pasword')
  expect((await fetch(mistyped)).status).toBe(404)
  expect((await postPassword(link, passwords[1] ?? '')).status).toBe(303)
  // Those of the tests before, too.
  const logs = `${studio.siteLog()}\n${studio.backendLog()}`
  expect(logs).toContain('A mail for a new password is in ')
  expect(logs).toContain('404 /login/pasword/…')
  for (const mail of authMails(studio)) expect(logs).not.toContain(mail.link.slice(-56))
  expect(logs.split('\n').filter((line) => line.includes('@studio.test'))).toEqual([])
})
