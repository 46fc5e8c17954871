import { codeOf, wrongCode } from '../codes'
import { cookieOf, sessionOf, withPhone } from '../e2e/forged-sessions'
import { client } from '../e2e/admin'
import { startMailedSite } from '../e2e/mailed-site'
import type { Studio } from '../studio'
import { adminActions, press } from './actions'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

type Person = Awaited<ReturnType<typeof withPhone>>

const opens = async ({ url }: { url: string }, session: unknown) => {
  const response = await fetch(`${url}/admin`, { headers: { cookie: cookieOf(session) }, redirect: 'manual' })
  return response.headers.get('location') ?? response.status
}

/** Runs an action of the second factor. Returns its response. */
async function act(studio: Studio, name: string, session: unknown, input: object) {
  const action = adminActions().find(([known]) => known === name)
  if (!action) throw new Error(`There is no action ${name}.`)
  return (await press(studio, action, input, { cookie: cookieOf(session) })).text
}

/** Another session of this person at aal2. */
async function signInElsewhere(studio: Studio, { email, password, secret, factorId }: Person) {
  const supabase = await client(studio)
  await supabase.auth.signInWithPassword({ email, password })
  await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  return (await supabase.auth.getSession()).data.session
}

test('removing one of two phones ends the sessions of that phone, which then lead to the sign-in', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'titi')
  const elsewhere = await signInElsewhere(studio, person)
  expect(await opens(studio, elsewhere)).toBe(200)
  const supabase = await client(studio)
  await supabase.auth.setSession(person.session ?? { access_token: '', refresh_token: '' })
  const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 2' })
  await supabase.auth.mfa.challengeAndVerify({
    factorId: data?.id ?? '',
    code: codeOf(data?.totp.secret ?? ''),
  })
  const { session } = (await supabase.auth.getSession()).data
  const [first, second] = codeOf(data?.totp.secret ?? '').match(/.{3}/g) ?? []
  const input = { id: person.factorId, code: `${first}-\u200b${second}` } // as some apps copy it
  expect(await act(studio, 'removeFactor', session, input)).toContain('Code removed')
  expect(await opens(studio, elsewhere)).toContain('ended=session')
})

test('one press in the settings signs the admin out everywhere else, and stays signed in', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'weka')
  const elsewhere = await signInElsewhere(studio, person)
  const half = await client(studio)
  await half.auth.signInWithPassword(person)
  expect(await act(studio, 'signOutElsewhere', person.session, {})).toContain('Signed out everywhere else')
  expect(await opens(studio, elsewhere)).toContain('ended=session')
  expect((await half.auth.getUser()).error?.code).toBe('session_not_found')
  expect(await opens(studio, person.session)).toBe(200)
})

test('no one can try codes of an existing phone in the form that adds one', async ({ studio }) => {
  const person = await withPhone(studio, 'korora')
  for (const code of [wrongCode(person.secret), codeOf(person.secret)])
    expect(await act(studio, 'addFactor', person.session, { id: person.factorId, code })).toContain(
      'This key has run out.',
    )
})

test('both admins get a mail when one removes the code of the other', async ({ studio }) => {
  const [lost, helper] = [await withPhone(studio, 'kotuku'), await withPhone(studio, 'tieke')]
  const { close, mailServer, ...site } = await startMailedSite(studio)
  const { user } = await sessionOf(studio, lost)
  const input = { id: user.id, code: codeOf(helper.secret) }
  expect(await act({ ...studio, url: site.url }, 'removeFactorOf', helper.session, input)).toContain(
    'Their code is removed',
  )
  await expect.poll(() => mailServer.received.length).toBe(2)
  const mails = mailServer.received.map(({ envelopeTo, subject, text }) => [envelopeTo, subject, text])
  expect(mails).toEqual([
    [[lost.email], 'Your code was removed', expect.stringContaining(`${helper.email} has removed the code`)],
    [
      [helper.email],
      `You have removed the code of ${lost.email}`,
      expect.stringContaining('If it was not you'),
    ],
  ])
  expect(mails.map(([, , text]) => text).every((text) => String(text).includes('/admin/settings'))).toBe(true)
  await close()
  await mailServer.close()
})
