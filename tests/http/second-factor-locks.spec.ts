import { codeOf, wrongCode } from '../codes'
import { cookieOf, sessionOf, withPhone } from '../e2e/forged-sessions'
import { parseForm, postForm } from '../native-form'
import { passwords } from '../recovery'
import { enterCode, said } from './factors'
import { raiseCaps } from '../studio'
import { expect, test } from './fixtures'

// A studio of its own, because it uses up Auth's limits.
test.use({ studioOptions: { file: import.meta.url, sql: raiseCaps } })

test('without JavaScript a wrong code gets an error, and the right one opens the admin', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'hoiho')
  const half = await sessionOf(studio, person)
  const wrong = await enterCode(studio, half, wrongCode(person.secret))
  expect(wrong.html).toContain('That code is wrong. Type the newest one.')
  expect(wrong.html, 'whom to ask').toContain('Another admin can remove your code')
  const right = await enterCode(studio, half, codeOf(person.secret))
  expect([right.status, right.location]).toEqual([303, `${studio.url}/admin`])
})

test('five wrong codes of somebody with the password do not keep the owner’s open session from a new one', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'kiwi')
  const half = await sessionOf(studio, person)
  for (let n = 0; n < 5; n++) await enterCode(studio, half, wrongCode(person.secret))
  expect((await enterCode(studio, half, codeOf(person.secret))).html).toContain('Five codes were wrong.')
  const input = { present: person.password, next: passwords[1], code: codeOf(person.secret) }
  expect(await said(studio, 'changeOwnPassword', person.session, input)).toContain('Password changed.')
})

test('of twenty codes at once Auth judges at most five, and a right one among the rest opens nothing', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'whio')
  const headers = { cookie: cookieOf(await sessionOf(studio, person)) }
  const login = `${studio.url}/login`
  const { fields } = parseForm(await (await fetch(login, { headers })).text())
  const guess = (code: string) => postForm(login, fields, [['code', code]], headers)
  await Promise.all(Array.from({ length: 20 }, () => guess(wrongCode(person.secret))))
  expect((await guess(codeOf(person.secret))).html).toContain('Five codes were wrong.')
  // Auth makes a challenge for each code; the sixth is that of the phone's first code.
  const made = `select count(*) from auth.mfa_challenges where factor_id = '${person.factorId}'`
  await studio.sql(`do $$ begin assert (${made}) <= 6, 'more than five were judged'; end $$`)
})
