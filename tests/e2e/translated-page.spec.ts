import { place } from '@/lib/content/place'
import { packageNames } from '@/lib/content/package-names'
import { portfolio } from '@/lib/content/portfolio'
import { startResult } from '@/lib/content/start'
import type { Page } from '@playwright/test'
import { managePath } from '@/lib/booking/token'
import { address, book } from './admin'
import { alert, bookAgain, day, fillIn, next, says, time } from './booking'
import { expect, MONDAY, shareStudio, test } from './fixtures'
import { makeOffer } from './offers'
import { translate } from './translate'

// A visitor with a translated page is likely to have another clock, too.
shareStudio({ now: MONDAY })
test.use({ timezoneId: 'Europe/Berlin' })

const created = (page: Page) => page.getByRole('region', { name: says.bookingCreated })

test('on a translated page a visitor chooses, changes, books, loses a time, and writes @full', async ({
  page,
  studio,
}) => {
  await page.goto('/booking')
  await translate(page)
  await test.step('another time, another day, another month', async () => {
    await time(page, '.*9:00 am').check()
    await expect(page.getByText(`9:00 am ${place.zoneNames.summer}`).last()).toBeVisible()
    await day(page, 'Friday 27 November').click()
    await expect(page.getByText('No time chosen yet')).toBeVisible()
    await page.getByRole('link', { name: 'Show December 2026' }).click()
    await page.getByRole('link', { name: 'Show November 2026' }).click()
    await day(page, 'Saturday 28 November').click()
    await expect(page.getByText(says.none)).toBeVisible()
    await day(page, 'Wednesday 25 November').click()
    await expect(page.getByRole('heading', { name: 'Wednesday 25 November 2026' })).toBeVisible()
    await time(page, '.*10:00 am').check()
  })
  await test.step('the ticket has the weekday of the time that is chosen after Back', async () => {
    const weekday = (name: RegExp) => page.getByText(name).filter({ visible: true })
    await page.setViewportSize({ width: 375, height: 800 })
    const times = page.getByRole('region', { name: 'The next free times' }).getByRole('link')
    await times.nth(0).click()
    await next(page).click()
    await expect(weekday(/Monday/).first(), 'in Berlin').toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await times.nth(1).click()
    await next(page).click()
    await expect(weekday(/Tuesday/).first(), 'in Berlin').toBeVisible()
    await expect(weekday(/Monday/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
    await day(page, 'Thursday 26 November').click()
    await time(page, '.*10:00 am').check()
    await next(page).click()
  })
  await test.step('errors appear, and a press replaces a taken time', async () => {
    await page.getByRole('button', { name: says.book }).click()
    await expect(alert(page)).toContainText(says.missing)
    await book(studio, { name: 'Faster', date: '2026-11-26', nth: 2 })
    await fillIn(page, { name: 'Übersetzt', email: 'translated@example.org' })
    await page.getByRole('button', { name: says.book }).click()
    await expect(alert(page)).toContainText(says.bookingFailed)
    await alert(page).getByRole('button').first().click()
    await expect(created(page)).toBeFocused()
    await expect(created(page)).toContainText('Thu 26 Nov, ')
  })
  await test.step('a second call, and a message', async () => {
    await bookAgain(page)
    await day(page, 'Friday 27 November').click()
    await time(page, '.*11:00 am').check()
    await next(page).click()
    await fillIn(page, { name: 'Übersetzt', email: 'translated@example.org' })
    await page.getByRole('button', { name: says.book }).click()
    await expect(created(page)).toContainText('Fri 27 Nov, ')
    await bookAgain(page)
    await page.getByRole('link', { name: says.contact }).click()
    await fillIn(page, { name: 'Übersetzt', email: 'translated@example.org', message: 'Guten Tag' })
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByRole('region', { name: says.inquirySent })).toBeFocused()
    await expect(created(page)).toHaveCount(0)
  })
})

test('on a translated page a visitor replaces a proposed time that is gone @full', async ({
  page,
  studio,
}) => {
  const { time_slots } = await book(studio, { name: 'Gone', date: '2026-12-01', nth: 2 })
  await page.goto(`/booking?date=2026-12-01&slot=${time_slots.id}`)
  await translate(page)
  await page.getByRole('link', { name: /Tue 1 Dec, 9:30 am/ }).click()
  await translate(page)
  await next(page).click()
  await fillIn(page, { email: 'gone@example.org' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(created(page)).toContainText('9:30 am')
})

test('on a translated page a visitor moves and cancels a call and erases their data @full', async ({
  page,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Moved', date: '2026-12-02', nth: 1 })
  await page.goto(`${managePath(id, 1, studio.siteSecret)}?date=2026-12-03#move`)
  await translate(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const main = page.getByRole('main')
  await press('Move the call')
  await time(page, '.*10:00 am').check()
  await press('Move the call')
  await expect(page.getByRole('region', { name: 'The call' })).toContainText('Thu 3 Dec, 10:00 am')
  await expect(main).not.toContainText('Wed 2 Dec, ')
  await main.getByText('Cancel the call', { exact: true }).first().click()
  await press('Cancel the call')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is cancelled')
  await main.getByText('Erase what you hold about me').click()
  await page.getByLabel('Email').fill('somebody@example.org')
  await press('Continue')
  await page.getByLabel('Email').fill(address('Moved'))
  await press('Continue')
  await press('Erase it now')
  await expect(page.getByRole('heading', { name: 'Your details are erased' })).toBeVisible()
})

test('on a translated page the number of the visible product changes with it @full', async ({ page }) => {
  await page.goto('/')
  const products = page.getByRole('group', { name: portfolio.title })
  await products.scrollIntoViewIfNeeded()
  await expect(products.getByRole('status')).toHaveText('1 of 3')
  await translate(page)
  await products.getByRole('button', { name: 'Next product' }).click()
  await expect(products.getByRole('status')).toHaveText('2 of 3')
})

test('on a translated page five answers lead to a package, and a visitor changes one @full', async ({
  page,
}) => {
  await page.goto('/start')
  await translate(page)
  const answer = (question: string, words: string) =>
    page.getByRole('group', { name: question }).getByRole('radio', { name: new RegExp(`^${words}`) })
  await answer('Who uses it?', 'One group of people').check()
  await answer('What must they be able to do first?', 'One thing').check()
  await answer('Do people pay through it?', 'They pay, but another way').check()
  await answer('Is AI part of it?', 'No').check()
  await answer('What do you have already?', 'An idea').check()
  await page.getByRole('button', { name: 'Show what fits' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${startResult.title} ${packageNames.starter}`,
  )
  await translate(page)
  await page.getByRole('link', { name: 'Change an answer' }).click()
  await answer('Do people pay through it?', 'Yes, by card').check()
  await page.getByRole('button', { name: 'Show what fits now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${startResult.title} ${packageNames.scale}`,
  )
})

test('on a translated page a visitor reads and accepts an offer @full', async ({ page, studio }) => {
  const { path, email } = await makeOffer(studio, 'Translated')
  await page.goto(path)
  await translate(page)
  const form = page.getByRole('form', { name: 'Accept this offer' })
  await form.getByRole('checkbox').check()
  await form.getByLabel('Your full name').fill('Translated')
  await form.getByLabel('Your email address').fill('wrong@example.org')
  await form.getByRole('button', { name: 'Accept the offer' }).click()
  await expect(form).toContainText('That is not the email address')
  await form.getByLabel('Your email address').fill(email)
  await form.getByRole('button', { name: 'Accept the offer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have accepted this offer')
})
