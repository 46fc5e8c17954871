/** The admin's actions in process: who may run them, and what an admin learns after each way to fail. */
import { beforeAll, expect, test, vi } from 'vitest'
import { changeBooking } from '@/app/(site)/booking/manage/[token]/actions'
import type { FollowUp } from '@/app/admin/action-result'
import { changeOwner } from '@/app/admin/_requests/owner-actions'
import { changeLocation, moveCall } from '@/app/admin/_requests/calls/call-actions'
import { changeBookings } from '@/app/admin/_requests/status/actions'
import { runFollowUp } from '@/app/admin/follow-ups'
import { erasePersonalData } from '@/app/admin/requests/actions'
import { addDays, dateAt } from '@/lib/dates'
import { readAddress } from '@/lib/requests/address'
import { listRequests } from '@/lib/requests/list'
import type { BookingChange } from '@/lib/requests/schema'
import { type Browser, formOf } from '@/scripts/in-process'
import { type InProcess, loseResponse, meddled, openStudio } from './in-process'

let studio: InProcess
beforeAll(async () => {
  studio = await openStudio()
})

/** What an admin who has just read this booking sends to confirm it. */
async function confirming(id: string, name: string) {
  const [row] = await studio.rows<{ revision: number }>('select revision from bookings where id = $1', [id])
  const change = {
    id,
    name,
    revision: row?.revision ?? 0,
    seenStatus: 'pending',
    status: 'confirmed',
  } as const
  return { changes: [change satisfies BookingChange] }
}
/** Asserts that this was logged, and nothing else. */
function expectLogged(sentence: string) {
  expect(vi.mocked(console.error).mock.calls).toEqual([[sentence, expect.anything()]])
  vi.mocked(console.error).mockClear()
}
const mailsWith = (text: string) => studio.mails().filter((file) => studio.readMail(file).includes(text))
const statusOf = async (id: string) =>
  (await studio.rows<{ status: string }>('select status from bookings where id = $1', [id]))[0]?.status

test('an admin confirms a call, and the visitor gets the mail that says so', async () => {
  const { id, name } = await studio.book('Aroha')
  const admin = await studio.signedIn('kea')
  const input = await confirming(id, name)
  expect(await admin.run(() => changeBookings(input))).toMatchObject({
    kind: 'done',
    message: 'Booking confirmed successfully',
    undo: ['undoActs', { of: 'booking', acts: [{ id }] }],
  })
  expect(await statusOf(id)).toBe('confirmed')
  await studio.deliverAfter(1)
  const subjects = studio
    .mails()
    .filter((file) => file.includes(`to-visitor.${id}`))
    .map((file) => /^Subject: (.*?)[:\r]/m.exec(studio.readMail(file))?.[1] ?? '')
  expect(subjects.toSorted()).toEqual(['We have your booking', 'Your call is confirmed'])
})

test.each<[string, () => Promise<Browser>, object]>([
  ['a visitor', async () => studio.newBrowser(), { kind: 'signed-out' }],
  [
    'a member',
    () => studio.signedIn('tane', { isAdmin: false }),
    { kind: 'failed', detail: 'Only an admin may do this.' },
  ],
  [
    'an admin who has not given the code of their phone',
    () => studio.signedIn('weka', { hasPhone: true }),
    { kind: 'signed-out' },
  ],
])('%s can confirm no call, and learns why', async (_, open, result) => {
  const { id, name } = await studio.book('Rangi')
  const browser = await open()
  const input = await confirming(id, name)
  expect(await browser.run(() => changeBookings(input))).toMatchObject(result)
  expect(await browser.run(() => changeBookings({} as never)), 'and not that it misfits').toMatchObject(
    result,
  )
  expect(await statusOf(id)).toBe('pending')
})

test('an admin whose response was lost reads that it may be saved, not that it failed', async () => {
  const { id, name } = await studio.book('Hemi')
  const admin = await studio.signedIn('ruru')
  const input = await confirming(id, name)
  const lost = await meddled(admin, loseResponse('/bookings'), () => changeBookings(input))
  expect(lost).toEqual({ kind: 'lost', isLost: true })
  expectLogged('admin: Failed to update booking status')
  expect(await statusOf(id), 'it was saved').toBe('confirmed')
  expect(await admin.run(() => changeBookings(input)), 'and can be pressed again').toMatchObject({
    kind: 'done',
  })
})

test('an admin overwrites no change that another admin made since they read the call', async () => {
  const { id, name } = await studio.book('Mere')
  const [one, other] = [await studio.signedIn('tui'), await studio.signedIn('kaka')]
  const seen = await confirming(id, name)
  const moved = await studio.rows<{ revision: number }>('select revision from bookings where id = $1', [id])
  expect(moved).toEqual([{ revision: seen.changes[0]?.revision }])
  const there = { id, location: 'The studio', seen: '' }
  expect(await other.run(() => changeLocation(there))).toMatchObject({ kind: 'done' })
  const asked = await one.run(() => changeBookings(seen))
  expect(asked).toMatchObject({ kind: 'question', question: { title: 'It was changed since you read it' } })
  expect(await statusOf(id)).toBe('pending')
  const agreed = asked.kind === 'question' && asked.yes?.[1]
  expect(await one.run(() => changeBookings(agreed as never))).toMatchObject({ kind: 'done' })
})

test('an Undo changes nothing after another admin’s change, and says so', async () => {
  const { id, name } = await studio.book('Kahu')
  const admin = await studio.signedIn('kuaka')
  const input = await confirming(id, name)
  const confirmed = await admin.run(() => changeBookings(input))
  const undo = (confirmed.kind === 'done' && confirmed.undo) as FollowUp
  await studio.rows(`update bookings set status = 'cancelled' where id = $1`, [id])
  expect(await admin.run(() => runFollowUp(undo))).toMatchObject({
    kind: 'failed',
    detail: 'It was changed meanwhile. The list now shows its latest status.',
  })
  expectLogged('admin: Failed to undo it')
  expect(await statusOf(id)).toBe('cancelled')
})

test('a founder who takes a request from the other founder reads whose it was', async () => {
  const { id } = await studio.book('Wikitoria')
  const [mine, theirs] = [await studio.signedIn('tieke'), await studio.signedIn('hihi')]
  const idOf = async (who: string) =>
    (
      await studio.rows<{ id: string }>('select id from auth.users where email = $1', [`${who}@studio.test`])
    )[0]?.id ?? null
  const take = (browser: Browser, owner: string | null, seen: string | null) =>
    browser.run(() => changeOwner({ id, owner, seen, formId: crypto.randomUUID() }))
  expect(await take(theirs, await idOf('hihi'), null)).toMatchObject({ message: 'It is yours' })
  const message = 'It is yours, taken from hihi@studio.test'
  expect(await take(mine, await idOf('tieke'), await idOf('hihi'))).toMatchObject({ message })
})

test('an admin whose move another admin has overtaken reads it, and can move the call all the same', async () => {
  const { id, name } = await studio.book('Wiremu')
  const [one, other] = [await studio.signedIn('pukeko'), await studio.signedIn('titi')]
  const callOf = async () => {
    const [call] = await studio.rows<{ date: string; start_time: string; end_time: string }>(
      `select lower(period)::date::text as date, to_char(lower(period), 'HH24:MI') as start_time,
         to_char(upper(period), 'HH24:MI') as end_time
       from bookings where id = $1`,
      [id],
    )
    if (!call) throw new Error('The call has gone.')
    return call
  }
  const seen = { status: 'pending', ...(await callOf()) } as const
  const moving = (start_time: string, end_time: string) => {
    const time = { date: seen.date, start_time, end_time, outside: true }
    return moveCall({ id, name, seen, ...time, formId: crypto.randomUUID() })
  }
  expect(await other.run(() => moving('19:00', '19:30'))).toMatchObject({ kind: 'done' })
  const asked = await one.run(() => moving('20:00', '20:30'))
  expect(asked).toMatchObject({
    kind: 'question',
    question: {
      title: 'It was changed since you read it',
      lines: [{ text: expect.stringContaining('moved it from') }],
      no: 'Leave it as it is',
      yes: 'Move all the same',
    },
  })
  expect(await callOf(), 'the other admin’s time').toMatchObject({ start_time: '19:00' })
  const agreed = asked.kind === 'question' && asked.yes?.[1]
  expect(await one.run(() => moveCall(agreed as never))).toMatchObject({ kind: 'done' })
  expect(await callOf()).toMatchObject({ start_time: '20:00' })
})

test('an admin reads how many of several calls were confirmed, and which one somebody else changed', async () => {
  const calls = []
  for (const name of ['Ngaire', 'Pita', 'Ruia', 'Tama']) calls.push(await studio.book(name))
  const admin = await studio.signedIn('toroa')
  const inputs = await Promise.all(calls.map(({ id, name }) => confirming(id, name)))
  const confirm = (from: number) => {
    const changes = inputs.slice(from, from + 2).flatMap((input) => input.changes)
    return admin.run(() => changeBookings({ changes }))
  }
  expect(await confirm(0)).toMatchObject({ message: '2 bookings confirmed successfully' })
  await studio.rows(`update bookings set status = 'cancelled' where id = $1`, [calls[3]?.id])
  expect(await confirm(2)).toMatchObject({
    kind: 'failed',
    detail: `1 booking confirmed successfully. Tama: It was changed meanwhile. The list now shows its latest status.`,
    failedIds: [calls[3]?.id],
  })
  expectLogged('admin: Failed to update booking status')
})

test('an admin’s list has the requests of its filters only', async () => {
  const { email } = await studio.book('Tipene')
  await studio.rows(`insert into inquiries (name, email, message) values ('Tipene', $1, 'Hello')`, [email])
  const admin = await studio.signedIn('kereru')
  const tomorrow = addDays(dateAt(), 1)
  const list = async (params: Record<string, string>) => {
    const { rows } = await admin.run(() => listRequests(readAddress({ q: 'tipene', ...params })))
    return rows.map(({ type, status }) => `${type} ${status}`).toSorted()
  }
  expect(await list({})).toEqual(['booking pending', 'inquiry new'])
  expect(await list({ type: 'booking' })).toEqual(['booking pending'])
  expect(await list({ type: 'inquiry' })).toEqual(['inquiry new'])
  expect(await list({ status: 'new' })).toEqual(['inquiry new'])
  expect(await list({ status: 'confirmed' })).toEqual([])
  expect(await list({ owner: 'mine' })).toEqual([])
  expect(await list({ from: tomorrow, to: tomorrow })).toEqual([])
  expect(await list({ q: 'tipena' })).toEqual([])
})

test('erasing a person during the writing of their mail leaves no file with their address', async () => {
  const admin = await studio.signedIn('kiwi')
  const email = 'wiremu@example.com'
  const erasure = async (path: string, send: () => Promise<Response>) => {
    const response = await send()
    const isClaimed = path.endsWith('/rpc/claim_mail') && (await response.clone().text()).includes(email)
    if (isClaimed) await admin.run(() => erasePersonalData({ email, cancels: true }))
    return response
  }
  await studio.book('Wiremu', (action) => meddled(studio.newBrowser(), erasure, action))
  expect(mailsWith(email)).toEqual([])
})

/** Posts to a call's own page, with only its link. */
function changing(manage: string | null, input: { intent: string; email: string }) {
  const token = manage?.split('/').at(-1) ?? ''
  return () => changeBooking({ status: 'idle' }, formOf({ token, sequence: '0', ...input }))
}

test('a visitor who erases their details on their call’s page leaves no mail with their address', async () => {
  const { email, manage } = await studio.book('Aperahama')
  const visitor = studio.newBrowser()
  const erase = (intent: string) => changing(manage, { intent, email })
  expect(await visitor.run(erase('erase'))).toMatchObject({ status: 'confirm' })
  expect(mailsWith(email)).toHaveLength(2)
  expect(await visitor.follow(erase('erase-now'))).toContain('/booking/manage/erased')
  expect(mailsWith(email)).toEqual([])
})

test('a stranger with only the link cannot guess whose it is', async () => {
  const [anahera, hoani] = [await studio.book('Anahera'), await studio.book('Hoani')]
  const stranger = studio.newBrowser()
  const guess = (email: string, intent: string, { manage } = anahera) =>
    stranger.run(changing(manage, { intent, email }))
  for (const intent of ['erase', 'erase-now', 'erase', 'erase-now', 'erase'])
    expect(await guess('whetu@example.com', intent)).toMatchObject({
      field: 'email',
      message: 'That is not the email address of this booking.',
    })
  for (const intent of ['erase', 'erase-now'])
    for (const email of [anahera.email, 'whetu@example.com'])
      expect(await guess(email, intent)).toMatchObject({
        message: 'Too many wrong email addresses were tried for this booking.',
      })
  expect(await studio.rows('select email from bookings where id = $1', [anahera.id])).toEqual([
    { email: anahera.email },
  ])
  expect(
    await guess(hoani.email.toUpperCase(), 'erase', hoani),
    'another booking’s visitor is not kept from it',
  ).toMatchObject({ status: 'confirm' })
})
