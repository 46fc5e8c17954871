/** The settings' and the sign-in's codes from a phone, in process: what a code opens, and which sessions end. */
import { beforeAll, expect, test, vi } from 'vitest'
import {
  addFactor,
  beginPhone,
  removeFactor,
  removeFactorOf,
} from '@/app/admin/settings/second-factor-actions'
import { signOutElsewhere } from '@/app/admin/settings/password-action'
import { signIn, signInWithCode } from '@/app/login/actions'
import { isSessionOpen } from '@/lib/supabase/auth'
import { type Browser, formOf } from '@/scripts/in-process'
import { codeOf, wrongCode } from '../codes'
import { people } from '../people'
import { startMailServer } from '../smtp'
import { type InProcess, loseResponse, meddled, openStudio } from './in-process'

let studio: InProcess
let owner: { browser: Browser; id: string; secret: string }
beforeAll(async () => {
  studio = await openStudio()
  const browser = await studio.signedIn('korora')
  const { id, secret } = await begin(browser)
  await browser.run(() => addFactor({ id, present, first: codeOf(secret) }))
  owner = { browser, id, secret }
})

const { password: present } = people.admin
const addressOf = (name: string) => `${name}@studio.test`

async function begin(browser: Browser) {
  const begun = await browser.run(() => beginPhone(undefined))
  if (begun.kind !== 'done') throw new Error(`No key: ${JSON.stringify(begun)}`)
  return { ...begun.factor, secret: begun.factor.secret.replaceAll(' ', '') }
}
const sessions = async (name: string) =>
  (
    await studio.rows<{ id: string }>(
      'select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [addressOf(name)],
    )
  ).map(({ id }) => id)
/** The site's own lines; Auth's client logs each request that fails. */
function logged() {
  const { calls } = vi.mocked(console.error).mock
  vi.mocked(console.error).mockClear()
  return calls.map(([line]) => line as unknown).filter((line) => typeof line === 'string')
}
/** Sessions of this account in other browsers, with and without the code. */
const signInElsewhere = (name: string) =>
  studio.rows(
    `insert into auth.sessions (user_id, aal)
     select id, aal from auth.users, unnest('{aal1,aal2}'::auth.aal_level[]) aal where email = $1`,
    [addressOf(name)],
  )

test('a copied cookie ends also when the response to a new or a removed phone was lost', async () => {
  const browser = await studio.signedIn('tui')
  const { id, secret } = await begin(browser)
  const code = codeOf(secret)
  const changes = {
    'Code added': ['/verify', () => addFactor({ id, present, first: code })],
    'Code removed': [`/factors/${id}`, () => removeFactor({ id, present, code })],
  } as const
  for (const [message, [lost, change]] of Object.entries(changes)) {
    await signInElsewhere('tui')
    const copied = await sessions('tui')
    expect(await meddled(browser, loseResponse(lost), change)).toMatchObject({
      kind: 'done',
      message: expect.stringContaining(message),
    })
    expect(logged()).toEqual([])
    expect((await sessions('tui')).filter((session) => copied.includes(session))).toEqual([])
    expect(await browser.run(isSessionOpen), 'the browser has a session of its own').toBe(true)
  }
})

test('one press in the settings signs the admin out everywhere else, and stays signed in', async () => {
  await signInElsewhere('korora')
  expect(await sessions('korora')).toHaveLength(3)
  expect(await owner.browser.run(() => signOutElsewhere(undefined))).toMatchObject({
    message: 'Signed out everywhere else.',
  })
  expect(await sessions('korora')).toHaveLength(1)
  expect(await owner.browser.run(isSessionOpen)).toBe(true)
})

test('no one can try codes of an existing phone in the form that adds one', async () => {
  const code = codeOf(owner.secret)
  expect(
    await owner.browser.run(() => addFactor({ id: owner.id, present, code, first: code })),
  ).toMatchObject({ problem: 'This key has run out. Press Cancel, and add it again.' })
})

test('the password alone removes no phone, not even the only one', async () => {
  for (const code of ['', wrongCode(owner.secret)])
    expect(await owner.browser.run(() => removeFactor({ id: owner.id, present, code }))).toMatchObject({
      problem: 'That code is wrong. Type the newest one.',
    })
})

test('right codes lock nobody out while Auth is away or busy', async () => {
  const browser = studio.newBrowser()
  await browser.follow(() =>
    signIn({ status: 'idle' }, formOf({ email: addressOf('korora'), password: present })),
  )
  const giveCode = () => signInWithCode({ status: 'idle' }, formOf({ code: codeOf(owner.secret) }))
  const away = 'Signing in is not possible right now. Please try again in a minute.'
  const faults: [answer: () => Response, message: string][] = [
    [() => Response.json({ message: 'boom' }, { status: 500 }), away],
    [
      () => Response.json({ code: 'over_request_rate_limit', message: 'no' }, { status: 429 }),
      'There were too many attempts. Please try again in a minute.',
    ],
    [() => { throw new TypeError('fetch failed') }, away], // prettier-ignore
  ]
  for (const [answer, message] of faults) {
    const meddle = async (path: string, send: () => Promise<Response>) =>
      path.endsWith('/verify') ? answer() : send()
    for (let n = 0; n < 3; n++) expect(await meddled(browser, meddle, giveCode)).toMatchObject({ message })
  }
  expect(logged()).toEqual(Array(6).fill('sign-in: a code could not be tried.'))
  expect(await browser.follow(giveCode)).toBe('/admin')
})

test('both admins get a mail when one removes the code of the other', async () => {
  await studio.signedIn('kotuku', { hasPhone: true })
  const [lost] = await studio.rows<{ id: string }>('select id from auth.users where email = $1', [
    addressOf('kotuku'),
  ])
  const mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.url, MAIL_FOLDER: '', OUTBOX_SECRET: 'kelp'.repeat(10) }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  expect(
    await owner.browser.run(() => removeFactorOf({ id: lost?.id ?? '', code: codeOf(owner.secret) })),
  ).toMatchObject({ message: 'Their code is removed, and they are signed out everywhere.' })
  vi.unstubAllEnvs()
  const mails = mailServer.received.map(({ envelopeTo, subject, text }) => [envelopeTo, subject, text])
  const [theirs, ours] = [addressOf('kotuku'), addressOf('korora')]
  expect(mails).toEqual([
    [[theirs], 'Your code was removed', expect.stringContaining(`${ours} has removed the code`)],
    [[ours], `You have removed the code of ${theirs}`, expect.stringContaining('If it was not you')],
  ])
  expect(mails.map(([, , text]) => text).every((text) => String(text).includes('/admin/settings'))).toBe(true)
  await mailServer.close()
})
