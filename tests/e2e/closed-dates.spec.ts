import { place } from '@/lib/content/place'
import type { Page } from '@playwright/test'
import { JSDOM } from 'jsdom'
import type { Studio } from '../studio'
import { address, book, client, closeToasts, expect, expectLive, raiseCaps, row, test, toast } from './admin'
import { read } from './booking'
import { axeLooks, axeViolations, MONDAY, shareStudio } from './fixtures'
import { startMailedSite } from './mailed-site'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })
// Each test closes dates, and counts all calls on closed dates.
test.beforeEach(({ studio }) => studio.startAfresh(raiseCaps))

const ASKS = 'Please choose another time'

/** Books calls on this date, and confirms all but the second. */
async function bookOn(studio: Studio, date: string, who: string, count: number) {
  const admin = await client(studio, studio.people.admin)
  const calls = []
  for (let nth = 0; nth < count; nth += 1) {
    const name = `${who} ${String.fromCharCode(65 + nth)}`
    const { id } = await book(studio, { name, date, email: address(name) })
    if (nth !== 1) await admin.from('bookings').update({ status: 'confirmed' }).eq('id', id).throwOnError()
    calls.push({ id, name, link: linkOf(studio, id) })
  }
  return calls
}

const news = (page: Page, words: string) =>
  page.getByRole('region', { name: 'News' }).getByRole('listitem').filter({ hasText: words })
const ticked = (page: Page) =>
  page.getByRole('table').getByRole('checkbox', { name: /^Select (?!all)/, checked: true })
const tab = (page: Page) => page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]')
const dateButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The text of a booking's own page, read without scripts. */
async function readBookingPage(site: { url: string }, link: string) {
  const { text: html } = await read(site, link)
  const { document } = new JSDOM(html.replace(/<(script|svg)\b[^]*?<\/\1>/g, '')).window
  const main = document.querySelector('main')
  const free = [...(main?.querySelectorAll<HTMLInputElement>('#take-form input[name=time]') ?? [])]
  return {
    title: main?.querySelector('h1')?.textContent,
    words: main?.textContent ?? '',
    free: free.map(({ value }) => value),
  }
}
const titleOf = async (site: { url: string }, link: string) => (await readBookingPage(site, link)).title

test('a founder who is ill closes a day with six calls, and all six know after four presses', async ({
  page,
  studio,
}) => {
  test.slow()
  const site = await startMailedSite(studio)
  const sendDue = async () => {
    await site.pass()
    await site.callOutbox() // may return the result of a round that an earlier press began
    await site.callOutbox()
  }
  const calls = await bookOn(studio, '2026-12-10', 'Regatta', 6)
  const [kept, silent] = calls
  if (!kept || !silent) throw new Error('There are six calls.')
  await sendDue()
  await site.callOutbox()
  await studio.sql('delete from private.outbox where not is_waiting')
  const mailsTo = (name: string) =>
    site.mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(address(name)))
  const asksTo = (name: string) =>
    mailsTo(name).filter(({ subject }) => subject === 'Another time for our call?')
  let presses = 0
  const press = async (place: ReturnType<Page['getByRole']>) => {
    presses += 1
    await place.click()
  }
  await page.goto(`${site.url}/admin?open=exceptions&date=2026-12-10`)
  await expectLive(page)

  await test.step('closing mails no visitor; the toast states that, and leads to their calls, all ticked', async () => {
    await press(dateButton(page, 'Disable date'))
    const question = page.getByRole('alertdialog', { name: 'Disable Thu 10 Dec 2026?' })
    for (const { name } of calls) await expect(question).toContainText(name)
    await press(question.getByRole('button', { name: 'Disable date' }))
    const closed = toast(page, 'Success', 'Date disabled successfully')
    await expect(closed).toContainText('6 people have calls then. Nobody is told by that.')
    await expect(news(page, 'Thu 10 Dec is closed: 6 people have calls')).toBeVisible()
    expect(await titleOf(site, kept.link)).toBe('Your call is confirmed')
    await press(closed.getByRole('button', { name: 'See them' }))
    await expect(tab(page)).toContainText('On a closed date')
    await expect(page.getByRole('heading', { name: 'Bookings & Inquiries Management' })).toBeFocused()
    await expect(ticked(page)).toHaveCount(6)
    await expect(row(page, kept.name)).toContainText('on a closed date')
  })
  await test.step('one button asks them all', async () => {
    await press(page.getByRole('button', { name: 'Ask for another time' }))
    const asked = toast(page, 'Success', '6 people are asked for another time')
    await expect(asked).toContainText('Each gets three free times and their link.')
    expect(presses).toBe(4)
    await expect(news(page, 'is closed')).toHaveCount(0)
    await expect(ticked(page)).toHaveCount(0)
    for (const { link } of [kept, silent]) expect(await titleOf(site, link)).toBe(ASKS)
  })
  await test.step('Undo mails no visitor; all calls stay and are ticked again', async () => {
    await toast(page, 'Success', '6 people are asked for another time')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(toast(page, 'Success', 'Taken back')).toBeVisible()
    await expect(ticked(page)).toHaveCount(6)
    expect(await titleOf(site, kept.link)).toBe('Your call is confirmed')
    await sendDue()
    for (const { name } of calls) expect(asksTo(name), name).toEqual([])
    await closeToasts(page)
  })
  await test.step('an unticked visitor is not asked; the others get one mail, about their own call only', async () => {
    await page.getByRole('checkbox', { name: `Select ${kept.name}` }).click()
    await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText(
      '5 bookings selected, 1 left',
    )
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
    await expect(page).toHaveURL(/sort=name/)
    await expect(ticked(page), 'in another order too').toHaveCount(5)
    await page.getByRole('button', { name: 'Ask for another time' }).click()
    await expect(toast(page, 'Success', '5 people are asked for another time')).toBeVisible()
    await expect(news(page, 'Thu 10 Dec is closed: 1 person has a call')).toBeVisible()
    await sendDue()
    expect(asksTo(kept.name)).toEqual([])
    const proposed = new Set<string>()
    for (const { name, id, link } of calls.slice(1)) {
      const [mail, ...more] = asksTo(name)
      expect(more).toEqual([])
      const text = mail?.text ?? ''
      expect(text).toContain(`${place.letters.greeting} ${name.split(' ')[0]},`)
      expect(text).toContain('We are sorry: we cannot make it on Thu 10 Dec')
      expect(text).toContain(link)
      expect(text.match(/slot=/g)).toHaveLength(3)
      for (const [time] of text.matchAll(/date=\S+/g)) proposed.add(time)
      for (const other of calls) if (other.id !== id) expect(text).not.toContain(other.id)
    }
    expect(proposed.size, 'three times of their own').toBe(15)
  })
  await test.step('each booking’s page asks for another time, proposes three, and promises the old one nowhere', async () => {
    for (const { link } of calls.slice(1)) {
      const { title, words, free } = await readBookingPage(site, link)
      expect(title).toBe(ASKS)
      expect(words).not.toMatch(/Where:|is held for you|We look forward|Your time stays yours/)
      expect(free).toHaveLength(3)
      const { text: file } = await read(site, `${link}/call.ics`)
      expect(file).toContain('STATUS:TENTATIVE')
    }
  })
  await test.step('the founder keeps one call on its page: no list asks about it', async () => {
    await page.goto(`${site.url}/admin/requests/${kept.id}`)
    const record = page.getByRole('main')
    await expect(record).toContainText('on a closed date')
    await record.getByRole('button', { name: 'Keep it' }).click()
    await expect(toast(page, 'Success', 'The call stays when it was')).toBeVisible()
    await expect(record.getByRole('button', { name: 'Keep it' })).toHaveCount(0)
    await page.goto(`${site.url}/admin?open=exceptions&date=2026-12-10`)
    await expect(row(page, kept.name)).toBeVisible()
    await expect(news(page, 'is closed')).toHaveCount(0)
  })
  await test.step('opening the date opens it, and leads to those who have not answered', async () => {
    await dateButton(page, 'Enable date').click()
    const opened = toast(page, 'Success', 'Date enabled successfully')
    await expect(opened).toContainText('5 people were asked and have not answered')
    await opened.getByRole('button', { name: 'See them' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('10 dec')
    await row(page, silent.name).getByRole('link', { name: silent.name }).click()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
    await sendDue()
    expect(await titleOf(site, silent.link)).toBe('Your call is confirmed')
  })
  await page.close()
  await site.close()
  await site.mailServer.close()
})

test('without a mail server the list on a closed date only leads to the pages; each can keep its call @full', async ({
  page,
  studio,
}) => {
  const [first] = await bookOn(studio, '2027-01-19', 'Ferry', 2)
  if (!first) throw new Error('There are two calls.')
  const admin = await client(studio, studio.people.admin)
  await admin.rpc('close_dates', { p_from: '2027-01-19', p_to: '2027-01-19' }).throwOnError()
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/admin')
  await expectLive(page)
  await news(page, '19 Jan closed: 2 calls').getByRole('link', { name: 'See them' }).click()
  await expect(tab(page)).toContainText('On a closed date')
  await expect(page.getByRole('heading', { name: 'Bookings & Inquiries Management' })).toBeFocused()
  await expect(ticked(page)).toHaveCount(0)
  for (const { width, colorScheme } of axeLooks) {
    await page.setViewportSize({ width, height: 812 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await axeViolations(page)).toEqual([])
  }
  await row(page, first.name).getByRole('link', { name: first.name }).click()
  await expect(page.getByRole('button', { name: 'Propose other times' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(toast(page, 'Success', 'The call stays when it was')).toBeVisible()
  expect(await titleOf(studio, first.link)).toBe('Your call is confirmed')
})
