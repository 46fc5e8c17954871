import { codeOf, wrongCode } from '../codes'
import { cookieOf, sessionOf, withPhone } from '../e2e/forged-sessions'
import { client } from '../e2e/admin'
import { startMailedSite } from '../e2e/mailed-site'
import { cookieHeader } from '../native-form'
import { authMails, newAdmin } from '../recovery'
import type { Studio } from '../studio'
import { adminActions, press } from './actions'
import { act, said } from './factors'
import { expect, shareStudio, test } from './fixtures'

shareStudio()

type Person = Awaited<ReturnType<typeof withPhone>>

const open = async ({ url }: Studio, cookie: string) => {
  const response = await fetch(`${url}/admin`, { headers: { cookie }, redirect: 'manual' })
  return response.headers.get('location') ?? response.status
}
const opens = (studio: Studio, session: unknown) => open(studio, cookieOf(session))

/** Begins to add a phone in the settings. Returns its id and key. */
async function begin(studio: Studio, session: unknown) {
  const text = await said(studio, 'beginPhone', session)
  const [, id = '', secret = ''] = /"id":"([\w-]+)","secret":"(\w+)"/.exec(text) ?? []
  expect(secret, text).not.toBe('')
  return { id, secret }
}

/** Another session of this person at aal2. */
async function signInElsewhere(studio: Studio, { email, password, secret, factorId }: Person) {
  const supabase = await client(studio)
  await supabase.auth.signInWithPassword({ email, password })
  await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
  return (await supabase.auth.getSession()).data.session
}

/** The response of Auth itself to a refresh token. */
const refresh = async ({ supabaseUrl, publishableKey }: Studio, refresh_token: string) =>
  fetch(`${supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  }).then(({ status }) => status)

const WRONG = 'That code is wrong.'
const notices = (studio: Studio, email: string) =>
  authMails(studio)
    .filter(({ to, subject }) => to === email && subject.startsWith('A code'))
    .map(({ subject }) => subject)

test('an open tab adds no phone without the password; the first code ends every other session', async ({
  studio,
}) => {
  const person = await newAdmin(studio, 'tauhou')
  const [tab, copied] = [await sessionOf(studio, person), await sessionOf(studio, person)]
  const { id, secret } = await begin(studio, tab)
  const add = (more: object) => act(studio, 'addFactor', tab, { id, first: codeOf(secret), ...more })
  expect((await add({ present: 'not the password' })).text).toContain('The present password is not right.')
  expect((await add({ present: '' })).text).toContain('Please give your present password.')
  expect((await add({ present: person.password, first: '12 345' })).text).toContain(WRONG)
  expect(await opens(studio, copied), 'nothing has happened').toBe(200)

  const added = await add({ present: person.password })
  expect(added.text).toContain('Code added')
  for (const session of [tab, copied]) {
    expect(await opens(studio, session)).toContain('ended=session')
    expect(await refresh(studio, session.refresh_token), 'at Auth itself, within ten seconds').toBe(400)
  }
  expect(await open(studio, cookieHeader(added.cookies)), 'the browser has a session of its own').toBe(200)
  expect(notices(studio, person.email)).toEqual(['A code from a phone was added'])
})

test('a second phone needs a code of the first; removing one, the password and a code of the other', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'titi')
  const elsewhere = await signInElsewhere(studio, person)
  expect(await opens(studio, elsewhere)).toBe(200)
  const { password: present, session } = person
  const { id, secret } = await begin(studio, session)
  const add = (code: string) =>
    act(studio, 'addFactor', session, { id, present, code, first: codeOf(secret) })
  for (const code of ['', wrongCode(person.secret)]) expect((await add(code)).text).toContain(WRONG)
  const added = await add(codeOf(person.secret))
  expect(added.text).toContain('Code added')
  expect(await opens(studio, elsewhere), 'also one that has given the code').toContain('ended=session')

  const cookie = cookieHeader(added.cookies)
  const again = await signInElsewhere(studio, person)
  const action = adminActions().find(([name]) => name === 'removeFactor')
  const remove = (more: object) =>
    press(studio, action ?? ['', '', ''], { id: person.factorId, present, ...more }, { cookie })
  expect((await remove({ code: codeOf(person.secret) })).text, 'of the one that goes').toContain(WRONG)
  expect((await remove({ code: codeOf(secret), present: 'x' })).text).toContain(
    'present password is not right',
  )
  const [one, two] = codeOf(secret).match(/.{3}/g) ?? []
  const removed = await remove({ code: `${one}-\u200b${two}` }) // as some apps copy it
  expect(removed.text).toContain('Code removed')
  expect(await opens(studio, again)).toContain('ended=session')
  expect(await open(studio, cookieHeader(removed.cookies))).toBe(200)
  expect(notices(studio, person.email).sort()).toEqual([
    'A code from a phone was added',
    'A code from a phone was added',
    'A code from a phone was removed',
  ])
})

test('a phone that was begun and cancelled is no removal, and no mail says so', async ({ studio }) => {
  const person = await newAdmin(studio, 'riroriro')
  const session = await sessionOf(studio, person)
  const ids = new Set<string>()
  for (let n = 0; n < 10; n++) ids.add((await begin(studio, session)).id)
  expect([ids.size, notices(studio, person.email)]).toEqual([10, []])
  await begin(studio, session) // Auth keeps ten, so now the unfinished ones go
})

test('one press in the settings signs the admin out everywhere else, and stays signed in', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'weka')
  const elsewhere = await signInElsewhere(studio, person)
  const half = await client(studio)
  await half.auth.signInWithPassword(person)
  expect(await said(studio, 'signOutElsewhere', person.session)).toContain('Signed out everywhere else')
  expect(await opens(studio, elsewhere)).toContain('ended=session')
  expect((await half.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect(await opens(studio, person.session)).toBe(200)
})

test('no one can try codes of an existing phone in the form that adds one', async ({ studio }) => {
  const person = await withPhone(studio, 'korora')
  const { factorId: id, password: present } = person
  for (const first of [wrongCode(person.secret), codeOf(person.secret)]) {
    const input = { id, present, code: codeOf(person.secret), first }
    expect(await said(studio, 'addFactor', person.session, input)).toContain('This key has run out.')
  }
})

test('a copied cookie ends also when the response to a new or a removed phone was lost', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'tui')
  const present = person.password
  const copied = await signInElsewhere(studio, person)
  const { id, secret } = await begin(studio, person.session)
  studio.proxy.set('lost', `POST /auth/v1/factors/${id}/verify`)
  const code = codeOf(person.secret)
  const added = await act(studio, 'addFactor', person.session, { id, present, code, first: codeOf(secret) })
  expect(added.text).toContain('Code added')
  expect(await opens(studio, copied)).toContain('ended=session')

  const again = await signInElsewhere(studio, person)
  const action = adminActions().find(([name]) => name === 'removeFactor') ?? (['', '', ''] as const)
  studio.proxy.set('lost', 'DELETE /auth/v1/factors')
  const input = { id: person.factorId, present, code: codeOf(secret) }
  const removed = await press(studio, [...action], input, { cookie: cookieHeader(added.cookies) })
  studio.proxy.set('none')
  expect(removed.text).toContain('Code removed')
  expect(await opens(studio, again)).toContain('ended=session')
  expect(await open(studio, cookieHeader(removed.cookies))).toBe(200)
})

test('both admins get a mail when one removes the code of the other', async ({ studio }) => {
  const [lost, helper] = [await withPhone(studio, 'kotuku'), await withPhone(studio, 'tieke')]
  const { close, mailServer, ...site } = await startMailedSite(studio)
  const { user } = await sessionOf(studio, lost)
  const input = { id: user.id, code: codeOf(helper.secret) }
  expect(await said({ ...studio, url: site.url }, 'removeFactorOf', helper.session, input)).toContain(
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
