import { place } from '@/lib/content/place'
import type { Page } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { address, book, expect, openRequest, requestPage, row, test, toast } from './admin'
import { read } from './booking'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'
import { startMailedSite } from './mailed-site'

shareStudio({ now: MONDAY })

const propose = (page: Page) => page.getByRole('button', { name: 'Propose other times', exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
/** The links of a text, as paths: `/booking/manage/…?date=…&slot=…#move`. */
const linksIn = (written: string) =>
  [...written.matchAll(/https?:\/\/[^/\s]+(\/booking\/manage\/\S+\?date=\S+)/g)].map(([, path = '']) => path)

test('a visitor takes one of two proposed times on a phone, which confirms it without an admin', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const { mailServer, callOutbox, pass, ...mailed } = await startMailedSite(studio)
  const { id } = await book(studio, { name: 'Proposed Petra', date: '2026-12-15' })
  await callOutbox()
  await page.goto(`${mailed.url}/admin/requests/${id}`)
  const dialog = requestPage(page)
  await propose(page).click()
  await expect(dialog).toContainText('The three times are links once it goes out.')
  await page.getByRole('combobox', { name: 'Time 3' }).selectOption('')
  await expect(text(page)).toHaveValue(
    new RegExp(
      String.raw`(\n\w{3} \d+ Dec, .* ${place.zoneNames.summer}){2}\n\nTake one, and your call is confirmed\.`,
    ),
  )
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const goes = toast(page, 'Success', 'Your reply to Proposed Petra goes in a minute')
  await expect(goes).toBeVisible()
  await expect(dialog.getByRole('group', { name: 'Verbs' }), 'the pressed button has gone').toBeFocused()
  await test.step('an undone reply is not sent; its text is there, beside the draft begun meanwhile', async () => {
    await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText('goes in a minute')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/admin**', async (route) => {
      if (route.request().method() === 'POST') await released
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Undo this reply' }).click()
    await dialog.getByRole('button', { name: 'Decline kindly' }).click()
    await text(page).fill('We have no time for it this summer.')
    release()
    // Long before the site would send it by itself.
    await expect(goes, 'it does not').toHaveCount(0, { timeout: 4_000 })
    await expect(dialog.getByRole('list', { name: 'Replies' })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(text(page)).toHaveValue('We have no time for it this summer.')
    await expect(dialog).toContainText(/Set aside:.*Take one, and your call is confirmed\./s)
    await propose(page).click()
    await page.getByRole('combobox', { name: 'Time 3' }).selectOption('')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(goes).toBeVisible()
  })
  await pass()
  mailServer.received.length = 0
  await callOutbox()
  const [proposal] = mailServer.received
  const links = linksIn(proposal?.text ?? '')
  expect(links).toHaveLength(2)

  const phone = await otherBrowser({ viewport: { width: 375, height: 720 }, reducedMotion: 'reduce' })
  await test.step('the page says in advance that taking the time confirms it', async () => {
    await phone.goto(mailed.url + (links[1] ?? ''))
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Please choose another time')
    await expect(phone.getByRole('main')).toContainText(
      'Take one of those, and your call is confirmed at once.',
    )
    const offered = phone.getByRole('group', { name: 'Times that we proposed' }).getByRole('radio')
    await expect(offered).toHaveCount(2)
    await expect(offered.and(phone.getByRole('radio', { checked: true })), 'as the link says').toHaveCount(1)
    await expect(phone.getByText('No longer: 9:00 am'), 'the old time is off, in words too').toBeVisible()
    await phone.goto(mailed.url + (links[1] ?? '').replace(/\?.*/, ''))
    await expect(phone.getByRole('radio', { checked: true }), 'else none is chosen').toHaveCount(0)
    const take = phone.getByRole('button', { name: 'Take this time' })
    await expect(take, 'calm until a time is chosen').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await take.click()
    await expect(phone.getByRole('alert').filter({ hasText: 'Please choose a time.' })).toBeVisible()
    await offered.last().check()
    await expect(take).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    const tooWide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide).toBeLessThanOrEqual(0)
    expect((await axeViolations(phone)).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  })
  mailServer.received.length = 0
  await test.step('the taken time is confirmed, with its location', async () => {
    await phone.getByRole('button', { name: 'Take this time' }).dblclick()
    await expect(
      phone.getByRole('status').filter({ hasText: 'Your call is moved, and confirmed' }),
    ).toBeFocused()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your call is moved, and confirmed')
    await expect(phone.getByRole('region', { name: 'The call' })).toContainText('Our video room')
    await expect(phone.getByRole('main')).not.toContainText('We will confirm it soon')
  })
  await test.step('both get a mail that it is confirmed', async () => {
    await expect
      .poll(async () => {
        await callOutbox()
        return mailServer.received.length
      })
      .toBe(2)
    const to = (who: string) => mailServer.received.find(({ envelopeTo }) => envelopeTo.includes(who))
    expect(to(address('Proposed Petra'))?.subject).toMatch(/^Your call is confirmed: /)
    expect(to(address('Proposed Petra'))?.text).toContain('Our video room')
    expect(to('us@studio.test')?.subject).toMatch(/^Moved by the visitor: /)
    expect(to('us@studio.test')?.text).toContain('It is confirmed: there is nothing you need to do.')
  })
  await test.step('in the admin it needs no answer, and the history says why', async () => {
    await page.goto(`${mailed.url}/admin?view=to_answer`)
    await expect(row(page, 'Proposed Petra')).toHaveCount(0)
    await page.goto(`${mailed.url}/admin/requests/${id}`)
    await expect(dialog).toContainText('confirmed')
    await expect(dialog.getByRole('list', { name: 'History' })).toContainText(
      /The visitor took the proposed time .*, which confirmed it; it was Tue 15 Dec 2026, 9:00 AM/,
    )
  })
  await page.close()
  await mailed.close()
  await mailServer.close()
})

test('an answer sent from a mail program proposes only the times whose lines its copied text has @full', async ({
  page,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Copied Caro', date: '2026-12-16' })
  await page.goto('/admin?q=caro')
  await openRequest(page, 'Copied Caro')
  await propose(page).click()
  const inMail = () => page.getByRole('link', { name: 'Open in mail program' }).getAttribute('href')
  const whole = await text(page).inputValue()
  const [kept = '', deleted = ''] = linksIn(decodeURIComponent((await inMail()) ?? ''))
  expect(kept).toContain(linkOf(studio, id))
  const line = whole.split('\n').filter((line) => line.endsWith(` ${place.zoneNames.summer}`))[1] ?? ''
  await test.step('a line that is gone is said, and can be put back', async () => {
    const gone = page.getByText(`${line} is no longer in the text, so it would go without its link.`)
    await text(page).fill(whole.replace(`${line}\n`, ''))
    await expect(gone).toBeVisible()
    await page.getByRole('button', { name: 'Put it back' }).click()
    await expect(gone).toHaveCount(0)
    await expect(text(page)).toBeFocused()
    expect((await inMail()) ?? '').toContain(encodeURIComponent(deleted.replace(/#.*/, '')))
    await text(page).fill(whole.replace(`${line}\n`, ''))
  })
  await page.getByRole('button', { name: 'Copy text' }).click()
  // The visitor does not get text that is written after the copy.
  await text(page).fill(whole)
  await page.getByRole('group', { name: 'Sent?' }).getByRole('button', { name: 'Yes, it went out' }).click()
  await expect(toast(page, 'Success', /^Answer to .* noted$/)).toBeVisible()
  /** The times that the page proposes, and its chosen radio buttons. */
  const readProposedTimes = async (path: string) => {
    const { document } = new JSDOM((await read(studio, path.replace(/#.*/, ''))).text).window
    const values = (of: string) =>
      [...document.querySelectorAll<HTMLInputElement>(of)].map(({ value }) => value)
    return {
      offered: values('#take-form [name=time]'),
      chosen: values('#take-form [checked]'),
      other: values('#move-form [checked]'),
    }
  }
  const first = await readProposedTimes(kept)
  expect(first, 'the link chooses one of those').toMatchObject({ chosen: [expect.any(String)], other: [] })
  expect(first.offered).toContain(first.chosen[0])
  const second = await readProposedTimes(deleted)
  expect(second).toMatchObject({ offered: first.offered, chosen: [], other: [expect.any(String)] })
  expect(first.offered).not.toContain(second.other[0])
})
