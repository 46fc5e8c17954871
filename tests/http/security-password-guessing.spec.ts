import { setTimeout } from 'node:timers/promises'
import { createAdmin } from '@/scripts/admin-create'
import { type FormPage, postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import { client } from '../e2e/admin'
import { expect, shareStudio, signIn, test } from './fixtures'
import { cookieOf, forgeries, sessionOf } from '../e2e/forged-sessions'

shareStudio()

/** Posts the sign-in form as a browser without JavaScript does. */
const enter = (login: string, { fields }: FormPage, email: string, password: string, headers = {}) =>
  postForm(login, fields, Object.entries({ email, password }), headers)

const other = { email: 'other@studio.test', password: 'rimu-and-rata-in-flower' }
const third = { email: 'third@studio.test', password: 'totara-on-the-ridge-line' }

test(
  'hundreds of guesses lock out neither signed-in admins nor the other admin',
  { tag: '@soak' },
  async ({ playwright, request, studio }) => {
    await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, other.email, other.password)
    await signIn(request, studio.people.admin)
    const signedIn = await client(studio, studio.people.admin)

    const login = `${studio.url}/login`
    const form = await readForm(login)
    const said = new Map<string, number>()
    async function guess(email: string) {
      const { alert } = await enter(login, form, email, 'guess')
      said.set(alert, (said.get(alert) ?? 0) + 1)
    }
    for (let round = 0; round < 20; round++) {
      const emails = Array.from({ length: 10 }, (_, n) => `made-up-${round}-${n}@example.com`)
      await Promise.all([...emails, ...emails.map(() => studio.people.admin.email)].map(guess))
    }
    const tooMany = 'There were too many attempts to sign in. Please wait five minutes and try again.'
    expect([...said.keys()].sort()).toEqual(['Invalid login credentials', tooMany])
    expect(said.get(tooMany), 'of two hundred at the admin’s own').toBeGreaterThanOrEqual(180)

    expect((await signedIn.auth.refreshSession()).error).toBeNull()
    expect(await (await request.get('/admin')).text()).toContain(`<bdi>${studio.people.admin.email}</bdi>`)
    const elsewhere = await playwright.request.newContext({ baseURL: studio.url })
    await signIn(elsewhere, other)
    expect(await (await elsewhere.get('/admin')).text()).toContain(`<bdi>${other.email}</bdi>`)
    await elsewhere.dispose()
  },
)

test('forged expired sessions use up no admin’s sign-ins or refreshes', async ({ studio }) => {
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, third.email, third.password)
  const signedIn = await client(studio, studio.people.admin)
  const past = Math.floor(Date.now() / 1000) - 10
  const real = { ...(await sessionOf(studio, 'member')), expires_at: past, refresh_token: 'made-up' }
  const made = [...Object.values(await forgeries(studio)), 'a.b.c', 7].map((access_token) =>
    cookieOf({ ...real, access_token }),
  )
  const login = `${studio.url}/login`
  const form = await readForm(login)
  async function visit(cookie: string) {
    const headers = { cookie }
    await fetch(`${studio.url}/admin?date=2026-12-01`, { headers, redirect: 'manual' })
    const sent = await enter(login, form, third.email, '', headers)
    expect(sent.html).toContain('You must provide')
  }
  for (let round = 0; round < 4; round++) await Promise.all(made.map(visit))

  expect((await signedIn.auth.refreshSession()).error).toBeNull()
  const cookie = made[0] ?? ''
  expect((await enter(login, form, third.email, third.password, { cookie })).status).toBe(303)
})

/** Uses up strangers' attempts for an e-mail, without the Auth server. */
async function guess(studio: Studio, email: string, times = 20) {
  const stranger = await client(studio)
  const call = { p_site_key: studio.siteKey ?? '', p_email: email, p_address: '198.51.100.1' }
  for (let n = 0; n < times; n++) await stranger.rpc('admit_password', call).throwOnError()
}

test('a stranger with an admin’s e-mail locks out none of their browsers and learns nothing', async ({
  studio,
}) => {
  await studio.startAfresh()
  const admin = { email: 'known@studio.test', password: 'kanuka-above-the-red-rocks' }
  const backend = { url: studio.supabaseUrl, secretKey: studio.secretKey }
  await createAdmin(backend, admin.email, admin.password)
  const login = `${studio.url}/login`
  const form = await readForm(login)
  const unknown = 'nobody@studio.test'
  const wrong = 'Invalid login credentials'
  /**
   * The alert for a new browser. It never comes so early that the delay reveals if a password was compared.
   */
  async function alertFor(email: string, password = 'a guess') {
    const entered = enter(login, form, email, password)
    expect(await Promise.race([setTimeout(790, 'the delay'), entered])).toBe('the delay')
    return (await entered).alert
  }

  const signInFrom = async (headers: Record<string, string>) => {
    const { status, cookies } = await enter(login, form, admin.email, admin.password, headers)
    return { status, device: cookies.find((cookie) => cookie.startsWith('studio-device=')) ?? '' }
  }
  const own = await signInFrom({})
  await test.step('a cookie that no script can read identifies the browser', async () => {
    expect(own.status).toBe(303)
    expect(own.device).toMatch(/^studio-device=[\w-]{43};/)
    for (const attribute of [/; Path=\/(;|$)/, /; HttpOnly/i, /; SameSite=Lax/i])
      expect(own.device).toMatch(attribute)
    expect(Number(/Max-Age=(\d+)/i.exec(own.device)?.[1])).toBeGreaterThan(179 * 86_400)
    const planted = `studio-device=${'A'.repeat(43)}`
    const { device } = await signInFrom({ cookie: planted, 'x-forwarded-proto': 'https' })
    expect(device).toContain('Secure')
    expect(device, 'a planted one is replaced').not.toContain(planted)
  })

  await test.step('wrong passwords get the same words for both e-mails, up to the last attempt', async () => {
    await guess(studio, admin.email, 19)
    await guess(studio, unknown, 19)
    for (const email of [admin.email, unknown]) {
      expect(await alertFor(email)).toBe(wrong)
      expect(await alertFor(email)).toContain('too many attempts')
    }
  })

  await test.step('the admin’s own browser still signs in', async () => {
    const [cookie = ''] = own.device.split(';')
    expect((await signInFrom({ cookie })).status).toBe(303)
  })

  await test.step('a banned account gets the same words as every other', async () => {
    await studio.sql(`delete from private.password_tries;
      update auth.users set banned_until = now() + interval '1 hour' where email = '${admin.email}'`)
    expect(await alertFor(admin.email, admin.password)).toBe(wrong)
  })
})

test('behind a trusted proxy no guesses lock an admin out of a known address @full', async ({ studio }) => {
  await studio.startAfresh() // removes the guesses of a soak
  const site = await studio.anotherSite({ TRUSTED_PROXIES: '1' })
  try {
    const login = `${site.url}/login`
    const form = await readForm(login)
    const { email, password } = studio.people.admin
    const from = (address: string, tried: string) =>
      enter(login, form, email, tried, { 'x-forwarded-for': address })
    expect((await from('203.0.113.7', password)).status).toBe(303)
    await guess(studio, email)
    expect((await from('198.51.100.1', password)).alert).toContain('too many attempts')
    expect((await from('203.0.113.7', password)).status).toBe(303)
  } finally {
    await site.close()
  }
})
