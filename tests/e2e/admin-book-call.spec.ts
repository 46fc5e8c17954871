import type { Page } from '@playwright/test'
import { client, expect, expectLive, hold, loseResponses, row, test, toast } from './admin'
import { axeViolations, MONDAY, shareStudio } from './fixtures'
import type { Studio } from '../studio'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const form = (page: Page) => page.getByRole('dialog', { name: 'Book a call for somebody' })
const open = (page: Page) => page.getByRole('button', { name: 'Book a call for somebody' }).click()
const press = (page: Page, name: string) => form(page).getByRole('button', { name, exact: true }).click()
const arrived = (page: Page) => form(page).getByRole('group', { name: /^The first one arrived/ })

async function fillIn(page: Page, name: string, date: string) {
  await open(page)
  await form(page).getByLabel('Name').fill(name)
  await form(page)
    .getByLabel('Email')
    .fill(`${name.split(' ')[0]?.toLowerCase()}@example.org`)
  await form(page).getByLabel('Date').fill(date)
  await expect(form(page).getByRole('status')).toContainText('free on')
  await form(page).getByLabel(/^Time/).selectOption({ index: 1 })
}

/** The calls of people with this name: their address, time and status. */
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

test('booked for somebody, and the response is lost: the form asks what is meant, whatever was changed since @full', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  const unknown = page.getByText('We do not know yet')

  await test.step('nothing changed: the site finds out that it was booked, and the form closes', async () => {
    await fillIn(page, 'Same Sina', '2026-12-09')
    studio.proxy.set('lost', 'rpc/book_call')
    await press(page, 'Book and confirm')
    await expect(
      toast(page, 'Success', 'Booked and confirmed for Same Sina: Wed 9 Dec 2026, 9:00 AM'),
    ).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    studio.proxy.set('none')
  })

  await test.step('the time was changed: the first is named, and cancelled when the other is meant instead', async () => {
    await fillIn(page, 'Tina Time', '2026-12-10')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown).toBeVisible()
    await form(page).getByLabel(/^Time/).selectOption({ index: 3 })
    await page.unrouteAll()
    await expect(arrived(page)).toBeFocused({ timeout: 20_000 })
    await expect(arrived(page)).toContainText(
      'Tina Time (tina@example.org): Thu 10 Dec 2026, 9:00 AM, confirmed.',
    )
    await expect(form(page).getByRole('button', { name: 'Book and confirm' })).toHaveCount(0)
    expect(await axeViolations(page, ['[role=dialog]'])).toEqual([])
    await press(page, 'Book this one instead')
    await expect(page.getByText(/^Booked and confirmed for Tina Time: Thu 10 Dec 2026, 10:/)).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    const [first, second, ...more] = await callsOf(studio, 'Tina Time')
    expect(first).toBe('tina@example.org 2026-12-10 09:00:00 cancelled')
    expect(second).toMatch(/^tina@example.org 2026-12-10 10:.* confirmed$/)
    expect(more).toEqual([])
  })

  await test.step('the name and the message were corrected: neither is thrown away unasked', async () => {
    await fillIn(page, 'Tpyo Tia', '2026-12-17')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown).toBeVisible()
    await form(page).getByLabel('Name').fill('Typo Tia')
    await form(page).getByLabel('Message').fill('Ring the workshop')
    await page.unrouteAll()
    await expect(arrived(page)).toBeFocused({ timeout: 20_000 })
    await expect(arrived(page)).toContainText('Changed since: name, message.')
    await press(page, 'Book this one instead')
    await expect(page.getByText(/^Booked and confirmed for Typo Tia: Thu 17 Dec 2026, 9:00 AM/)).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    expect(await callsOf(studio, 'Tpyo Tia')).toEqual(['tpyo@example.org 2026-12-17 09:00:00 cancelled'])
    expect(await callsOf(studio, 'Typo Tia')).toEqual(['tpyo@example.org 2026-12-17 09:00:00 confirmed'])
  })

  // The same question, with its other answer.
  const both = async () => {
    await fillIn(page, 'Abe Address', '2026-12-11')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown).toBeVisible()
    await page.unrouteAll()
    await page.reload()
    await open(page)
    await form(page).getByLabel('Email').fill('other@example.org')
    await expect(form(page).getByRole('status')).toContainText('free on')
    await form(page).getByLabel(/^Time/).selectOption({ index: 2 })
    await press(page, 'Book and confirm')
    await expect(arrived(page)).toContainText('(abe@example.org)')
    await press(page, 'Book this one too')
    await expect(page.getByText(/^Booked and confirmed for Abe Address/)).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    expect((await callsOf(studio, 'Abe Address')).map((call) => call.replace(/ .* /, ' '))).toEqual([
      'abe@example.org confirmed',
      'other@example.org confirmed',
    ])
  }
  if (process.env.SOAK)
    await test.step('the address was changed, after a reload: both are booked when both are meant', both)

  await test.step('discarded, the form is empty, and books the next', async () => {
    await fillIn(page, 'Dis Card', '2026-12-14')
    await loseResponses(page)
    await press(page, 'Book and confirm')
    await expect(unknown).toBeVisible()
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
  })

  await test.step('discarded while it is on its way: the next one that is typed stays, and its form', async () => {
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
  complaints.length = 0 // the browser names each request that was cut off
})
