import { createAdmin } from '@/scripts/admin-create'
import { type FormPage, postForm, readForm } from '../native-form'
import { client } from './admin'
import { expect, shareStudio, signIn, test } from './fixtures'
import { cookieOf, forgeries, sessionOf } from './forged-sessions'

shareStudio()

/** Sends the sign-in form as a browser without JavaScript does. */
const enter = (login: string, { fields }: FormPage, email: string, password: string, headers = {}) =>
  postForm(login, fields, Object.entries({ email, password }), headers)

const other = { email: 'other@studio.test', password: 'rimu-and-rata-in-flower' }
const third = { email: 'third@studio.test', password: 'totara-on-the-ridge-line' }

test(
  'hundreds of guesses at an admin’s password and at invented accounts lock out neither the admins who are signed in nor the other admin',
  { tag: '@soak' },
  async ({ page, otherBrowser, studio, complaints }) => {
    await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, other.email, other.password)
    await signIn(page, studio.people.admin)
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
    expect(said.get(tooMany)).toBeGreaterThan(340)

    complaints.length = 0 // reads of the open page may have given up while four hundred guesses were made
    expect((await signedIn.auth.refreshSession()).error).toBeNull()
    await page.reload()
    await expect(page.getByRole('banner').getByText(`Welcome, ${studio.people.admin.email}`)).toBeVisible()
    await signIn(await otherBrowser(), other)
  },
)

test('forged sessions that say they have expired use up no sign-ins and no refreshes of admins', async ({
  page,
  studio,
}) => {
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
  await page
    .context()
    .addCookies([{ name: 'studio-session', value: made[0]?.split('=')[1] ?? '', url: studio.url }])
  await signIn(page, third)
})

test('behind a trusted proxy an admin signs in from where they have signed in before, whatever strangers guess', async ({
  studio,
}) => {
  await studio.startAfresh() // without the guesses of a soak
  const stranger = await client(studio)
  const site = await studio.anotherSite({ TRUSTED_PROXIES: '1' })
  try {
    const login = `${site.url}/login`
    const form = await readForm(login)
    const { email, password } = studio.people.admin
    const from = (address: string, tried: string) =>
      enter(login, form, email, tried, { 'x-forwarded-for': address })
    expect((await from('203.0.113.7', password)).status).toBe(303)
    const guess = { p_site_key: studio.siteKey ?? '', p_email: email, p_address: '198.51.100.1' }
    for (let n = 0; n < 20; n++) await stranger.rpc('admit_sign_in', guess).throwOnError()
    expect((await from('198.51.100.1', password)).alert).toContain('too many attempts')
    expect((await from('203.0.113.7', password)).status).toBe(303)
  } finally {
    await site.close()
  }
})
