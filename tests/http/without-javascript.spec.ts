import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { packageOf } from '@/lib/content/packages'
import { taxSentence } from '@/lib/start/price'
import { faq } from '@/lib/content/faq'
import { startPage } from '@/lib/content/start'
import { book, client } from '../e2e/admin'
import { says, stored } from '../e2e/booking'
import { bookLink } from '../e2e/manage'
import { makeOffer } from '../e2e/offers'
import { postForm, readForm, readState } from '../native-form'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

const title = (html: string) => new JSDOM(html).window.document.querySelector('h1')?.textContent
/** The element that a browser focuses after loading the page. */
const focused = (html: string) => new JSDOM(html).window.document.querySelector('[autofocus]')

/** Posts a page's form with a visitor's entries. */
async function enter(url: string, entries: Record<string, string>) {
  const { fields } = await readForm(url)
  return postForm(url, fields, Object.entries({ ...entries }))
}

test('without JavaScript a visitor books the chosen time, or writes, and reads every error', async ({
  studio,
}) => {
  const url = `${studio.url}/booking?date=2026-12-03`
  const { times, fields } = await readForm(url)
  const time = times.find((value) => value.startsWith('2026-12-03 14:30')) ?? ''
  const send = async (entries: Record<string, string>) =>
    readState((await postForm(url, fields, Object.entries(entries))).html)

  const missing = await send({ time, message: 'Kept' })
  expect(missing).toMatchObject({
    status: 'error',
    message: says.missing,
    entries: { time, message: 'Kept' },
  })
  expect(await send({ name: 'Ana', email: 'plain@example.com' })).toMatchObject({ message: says.pickBoth })
  const ana = { name: 'Ana', email: 'plain@example.com' }
  expect(await send({ ...ana, time })).toEqual({ status: 'success', message: says.bookingCreated })
  expect(await send({ ...ana, time, request_id: randomUUID() }), 'taken').toMatchObject({ status: 'error' })
  expect(await send({ ...ana, time: 'none', request_id: randomUUID() })).toEqual({
    status: 'success',
    message: says.inquirySent,
  })
  const { bookings, inquiries } = await stored(studio)
  expect(bookings).toMatchObject([{ email: 'plain@example.com', date: '2026-12-03' }])
  expect(inquiries).toMatchObject([{ email: 'plain@example.com' }])
})

test('without JavaScript a visitor who lost a time books a free one at a press, with all entries', async ({
  studio,
}) => {
  const url = `${studio.url}/booking?date=2026-12-07`
  const { times, fields } = await readForm(url)
  await book(studio, { name: 'First', date: '2026-12-07', nth: 5 })
  const entries = { time: times[5] ?? '', name: 'Second', email: 'second@example.com', message: 'Me too' }
  const { html, alert } = await postForm(url, fields, Object.entries(entries))
  expect(alert).toContain(says.bookingFailed)
  const { document, FormData } = new JSDOM(html).window
  const offered = [...document.querySelectorAll<HTMLButtonElement>('[role=alert] button')]
  expect(offered).toHaveLength(3)
  const [pressed] = offered
  const form = pressed?.form
  if (!pressed || !form) throw new Error('No free time is offered.')
  const sent = Object.entries(
    Object.fromEntries(new FormData(form).entries()) as Record<string, string>,
  ).filter(([name]) => name !== pressed.name)
  const booked = await postForm(url, {}, [...sent, [pressed.name, pressed.value]])
  expect(readState(booked.html)).toEqual({ status: 'success', message: says.bookingCreated })
  const { bookings } = await stored(studio)
  expect(bookings).toContainEqual(expect.objectContaining({ email: 'second@example.com', message: 'Me too' }))
})

test('without JavaScript a call is moved and cancelled, once, and then its person is erased', async ({
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Plain', date: '2026-12-11' })
  const url = `${studio.url}${link}?date=2026-12-14`
  const { times } = await readForm(url)
  const moved = await enter(url, { intent: 'move', time: times.at(-1) ?? '' })
  expect(moved.html).toMatch(/<h1[^>]*>Your call is moved</)
  expect(focused(moved.html)?.textContent, 'read first').toContain('Your call is moved')
  const { fields } = await readForm(studio.url + link)
  const cancelled = await postForm(studio.url + link, fields, [
    ['intent', 'cancel'],
    ['reason', 'A reason'],
  ])
  expect(title(cancelled.html)).toBe('Your call is cancelled')
  const again = await postForm(studio.url + link, fields, [['intent', 'cancel']])
  expect(again.alert).toContain('This call was cancelled already.')
  const mine = async () => (await stored(studio)).bookings.filter(({ name }) => name === 'Plain')
  expect(await mine()).toMatchObject([{ date: '2026-12-14', status: 'cancelled' }])

  const email = 'plain@example.org'
  const wrong = await enter(studio.url + link, { intent: 'erase', email: 'wrong@example.org' })
  expect(wrong.html).toContain('That is not the email address of this booking.')
  expect(focused(wrong.html)?.getAttribute('value')).toBe('wrong@example.org')
  expect((await enter(studio.url + link, { intent: 'erase', email })).html).toContain('Erase it now')
  expect((await enter(studio.url + link, { intent: 'erase-now', email })).status).toBe(303)
  expect(await mine()).toEqual([])
})

test('without JavaScript an offer is accepted, once, or declined with a reason', async ({ studio }) => {
  const fay = await makeOffer(studio, 'Fay')
  const accept = { intent: 'accept', agree: 'yes', name: 'Fay', email: fay.email }
  const accepted = await enter(studio.url + fay.path, accept)
  expect(title(accepted.html)).toContain('You have accepted this offer')
  const page = await (await fetch(studio.url + fay.path)).text()
  expect(page).not.toContain('Accept the offer</button>')

  const eli = await makeOffer(studio, 'Eli')
  const decline = { intent: 'decline', reason: 'Too <b>dear</b>' }
  const wrong = await enter(studio.url + eli.path, { ...decline, email: 'wrong@example.org' })
  expect(wrong.html).toContain('That is not the email address')
  const declined = await enter(studio.url + eli.path, { ...decline, email: eli.email })
  expect(title(declined.html)).toContain('You declined this offer')
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin
    .from('offer_endings')
    .select('ended, ended_by, reason')
    .eq('offer_id', eli.id)
    .single()
    .throwOnError()
  expect(data).toEqual({ ended: 'declined', ended_by: 'visitor', reason: 'Too <b>dear</b>' })
})

test('without JavaScript five answers lead to a package with reasons, or to what is missing', async ({
  request,
}) => {
  const read = async (query: string) => {
    const { document } = new JSDOM(await (await request.get(`/start?${query}`)).text()).window
    return { title: document.querySelector('h1')?.textContent, main: document.querySelector('main') }
  }
  const answers = { who: 'people', first: 'one-thing', pay: 'outside', ai: 'no', have: 'idea', after: 'open' }
  const query = (change: Record<string, string>) =>
    new URLSearchParams({ ...answers, ...change }).toString().replace(/(^|&)\w+=(?=&|$)/g, '')
  const missing = await read(query({ first: '' }))
  expect(missing.title).toBe(startPage.title)
  expect(missing.main?.textContent).toContain('One answer is missing')
  expect(missing.main?.querySelectorAll('input:checked')).toHaveLength(5)
  const starter = await read(query({}))
  expect(starter.title).toContain(packageOf('starter').name)
  expect(starter.main?.textContent).toContain(taxSentence(packageOf('starter')))
  const scale = await read(query({ pay: 'inside', after: 'hosting' }))
  expect(scale.title).toContain(packageOf('scale').name)
  expect(scale.main?.textContent).toContain(taxSentence(packageOf('scale')))
})

test('without JavaScript / and /about are readable, and lead to the booking page', async ({ request }) => {
  for (const path of ['/', '/about']) {
    const { document } = new JSDOM(await (await request.get(path)).text()).window
    expect(document.querySelectorAll('h1'), path).toHaveLength(1)
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links, path).toContain('/booking')
    const questions = [...document.querySelectorAll('details')].map((one) => one.textContent)
    for (const { question, answer } of path === '/' ? faq.items : []) {
      const [found = ''] = questions.filter((text) => text.startsWith(question))
      expect(found.length, question).toBeGreaterThan(question.length + answer.length / 2)
    }
  }
})
