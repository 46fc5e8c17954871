import { codeOf, wrongCode } from '../codes'
import { cookieOf, sessionOf, withPhone } from '../e2e/forged-sessions'
import { client } from '../e2e/admin'
import { cookieHeader } from '../native-form'
import { authMails, newAdmin } from '../recovery'
import type { Studio } from '../studio'
import { adminActions, press } from './actions'
import { act, said } from './factors'
import { expect, shareStudio, test } from './fixtures'

// Auth admits thirty sign-ins and refreshes at once, then one in two seconds: these tests need twenty.
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
