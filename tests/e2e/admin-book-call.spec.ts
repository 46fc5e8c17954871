import type { Page } from '@playwright/test'
import {
  backToList,
  client,
  expect,
  expectLive,
  hold,
  loseResponses,
  requestPage,
  row,
  test,
  toast,
} from './admin'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import type { Studio } from '../studio'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const form = (page: Page) => page.getByRole('dialog', { name: 'Book a call for somebody' })
const open = (page: Page) => page.getByRole('button', { name: 'Book a call for somebody' }).click()
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()
const used = (page: Page) => form(page).getByRole('group', { name: /^A call was booked from this form/ })

async function fillIn(page: Page, name: string, date: string) {
  await open(page)
  await form(page).getByLabel('Name').fill(name)
  await form(page)
    .getByLabel('Email')
    // As a mail program copies it.
    .fill(`${name} <${name.split(' ')[0]?.toLowerCase()}@example.org>`)
  await form(page).getByLabel('Date').fill(date)
  await expect(form(page).getByRole('status')).toContainText('free on')
  await form(page).getByLabel(/^Time/).selectOption({ index: 1 })
}

/** The calls of people with this name: e-mail, time and status. */
async function callsOf(studio: Studio, name: string) {
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin
    .from('bookings')
    .select('email, status, date, time_slots(start_time)')
    .eq('name', name)
    .throwOnError()
  return data
    .map(({ email, status, date, time_slots }) => `${email} ${date} ${time_slots.start_time} ${status}`)
    .toSorted()
}

test('after a lost response a second press books the same call, or names the stored one @full', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  const unknown = page.getByText('We do not know whether it was done.')
  await test.step('an unchanged second press books the call once and closes the form', async () => {
    await fillIn(page, 'Same Sina', '2026-12-09')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown, 'its message stays until it is closed').toHaveCount(1)
    await page.unrouteAll()
    await press(page, 'Book and confirm')
    await expect(
      toast(page, 'Success', 'Booked and confirmed for Same Sina: Wed 9 Dec 2026, 9:00 AM'),
    ).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    expect(await callsOf(studio, 'Same Sina')).toEqual(['same@example.org 2026-12-09 09:00:00 confirmed'])
  })

  await test.step('a second press with another name and time books nothing, and the message names the stored call', async () => {
    await fillIn(page, 'Tpyo Tia', '2026-12-17')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown, 'its message stays until it is closed').toHaveCount(2)
    await page.unrouteAll()
    await form(page).getByLabel('Name').fill('Typo Tia')
    await form(page).getByLabel(/^Time/).selectOption({ index: 3 })
    await press(page, 'Book and confirm')
    await expect(used(page)).toBeFocused()
    await expect(used(page)).toContainText('A call was booked from this form: Thu 17 Dec 2026, 9:00 AM.')
    expect(await axeViolations(page, ['[role=dialog]'])).toEqual([])
    expect(await callsOf(studio, 'Typo Tia')).toEqual([])
    await used(page).getByRole('link', { name: 'Open it' }).click()
    await expect(requestPage(page).getByRole('heading', { name: 'Tpyo Tia', level: 2 })).toBeVisible()
    await backToList(page)
    await open(page)
    await expect(form(page).getByLabel('Name'), 'what was typed stays').toHaveValue('Typo Tia')
    await press(page, 'Book and confirm')
    await press(page, 'Start a new one')
    await press(page, 'Book and confirm')
    await expect(page.getByText(/^Booked and confirmed for Typo Tia: Thu 17 Dec 2026, 10:/)).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    expect(await callsOf(studio, 'Tpyo Tia')).toEqual(['tpyo@example.org 2026-12-17 09:00:00 confirmed'])
  })

  await test.step('after discarding, the form is empty and books the next call', async () => {
    await fillIn(page, 'Dis Card', '2026-12-14')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown, 'its message stays until it is closed').toHaveCount(3)
    await press(page, 'Discard')
    await expect(form(page)).toHaveCount(0)
    await page.unrouteAll()
    await open(page)
    await expect(form(page).getByLabel('Name')).toHaveValue('')
    await page.keyboard.press('Escape')
    await fillIn(page, 'Next Nell', '2026-12-15')
    await press(page, 'Book and confirm')
    await expect(page.getByText(/^Booked and confirmed for Next Nell/)).toBeVisible()
    expect(await callsOf(studio, 'Dis Card')).toEqual(['dis@example.org 2026-12-14 09:00:00 confirmed'])
  })

  await test.step('Undo cancels the call', async () => {
    const booked = page.getByRole('listitem').filter({ hasText: 'Booked and confirmed for Next Nell' })
    await booked.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Success', 'Booking cancelled successfully')).toBeVisible()
    await expect(row(page, 'Next Nell')).toContainText('cancelled')
    await open(page)
    await expect(form(page).getByLabel('Name'), 'what was typed is back').toHaveValue('Next Nell')
    await press(page, 'Discard')
  })

  await test.step('discarding during the submit keeps the next draft and its form', async () => {
    await fillIn(page, 'Slow Sol', '2026-12-16')
    const release = await hold(page)
    await press(page, 'Book and confirm')
    await press(page, 'Discard')
    await expect(form(page)).toHaveCount(0)
    await open(page)
    await form(page).getByLabel('Name').fill('Typed Tui')
    await form(page).getByLabel('Message').fill('All that Tui said')
    release()
    await expect(page.getByText(/^Booked and confirmed for Slow Sol/)).toBeVisible()
    await expect(form(page).getByLabel('Name')).toHaveValue('Typed Tui')
    await expect(form(page).getByLabel('Message')).toHaveValue('All that Tui said')
  })
  complaints.length = 0 // the browser logs each request that was cut off
})
