import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { client } from './admin'
import { alert, choose, fillIn, MONDAY, next, says, stored, time } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = (email: string) => ({ name: 'Ana', email, message: 'Sent twice' })

/** Sends a booking whose response is lost on its way back: it is stored, and the visitor does not know. */
async function sendWithoutResponse(page: Page, studio: Studio, clock: string, email: string): Promise<void> {
  await choose(page, '2026-11-25', clock)
  await fillIn(page, typed(email))
  studio.proxy.set('lost', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText('Press the button again')
  studio.proxy.set('none')
}

async function setStatus(studio: Studio, email: string, status: string): Promise<void> {
  const admin = await client(studio, studio.people.admin)
  await admin.from('bookings').update({ status }).eq('email', email).throwOnError()
}

const of = async (studio: Studio, email: string) =>
  (await stored(studio)).bookings.filter((booking) => booking.email === email)

test('a lost response, then another time: the one booking moves', async ({ page, studio }) => {
  await sendWithoutResponse(page, studio, '9:00 am', 'moves@example.com')
  await page.getByRole('button', { name: 'Back' }).click()
  await time(page, '9:30 am').check()
  await next(page).click()
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:30 am')
  expect(await of(studio, 'moves@example.com')).toMatchObject([{ time_slots: { start_time: '09:30:00' } }])
})

test('a lost response, then another time that somebody took: the page says which one is held', async ({
  page,
  context,
  studio,
}) => {
  await sendWithoutResponse(page, studio, '3:00 pm', 'holds@example.com')
  await page.getByRole('button', { name: 'Back' }).click()
  await time(page, '3:30 pm').check()
  await next(page).click()
  const faster = await context.newPage()
  await choose(faster, '2026-11-25', '3:30 pm')
  await fillIn(faster, typed('took@example.com'))
  await faster.getByRole('button', { name: says.book }).click()
  await expect(faster.getByRole('region', { name: says.bookingCreated })).toBeVisible()

  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText('Somebody was a moment faster.')
  await expect(alert(page)).toContainText(
    'Your earlier request arrived: Wed 25 Nov, 3:00 pm is held for you, until you choose another time.',
  )
  expect(await of(studio, 'holds@example.com')).toMatchObject([{ time_slots: { start_time: '15:00:00' } }])

  // It is still the same request after a reload.
  await page.reload()
  await time(page, '2:00 pm').check()
  await next(page).click()
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('2:00 pm')
  expect(await of(studio, 'holds@example.com')).toMatchObject([{ time_slots: { start_time: '14:00:00' } }])
})

test('a lost response to a booking that was confirmed since: the page says so, and books nothing else', async ({
  page,
  studio,
}) => {
  await sendWithoutResponse(page, studio, '10:00 am', 'confirmed@example.com')
  await setStatus(studio, 'confirmed@example.com', 'confirmed')
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: 'Your booking is confirmed' })
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('10:00 am')
  await expect(panel).toContainText('What you changed since then is not stored')
  await expect(panel.getByRole('link', { name: 'Add to your calendar' })).toBeVisible()
  await expect(page.getByText(says.bookingToast)).toHaveCount(0)
  expect(await of(studio, 'confirmed@example.com')).toMatchObject([{ status: 'confirmed' }])
})

test('a lost response to a booking that was cancelled since: the page says so, and books it again', async ({
  page,
  studio,
}) => {
  await sendWithoutResponse(page, studio, '11:00 am', 'cancelled@example.com')
  await setStatus(studio, 'cancelled@example.com', 'cancelled')
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: 'This booking was cancelled' })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('link')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByLabel('Tell us')).toHaveValue('Sent twice')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('11:00 am')
  expect((await of(studio, 'cancelled@example.com')).map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'pending',
  ])
})

test('a lost response to another time that was offered: pressing again asks for that one', async ({
  page,
  context,
  studio,
}) => {
  await choose(page, '2026-11-26', '10:00 am')
  await fillIn(page, typed('other@example.com'))
  const faster = await context.newPage()
  await choose(faster, '2026-11-26', '10:00 am')
  await fillIn(faster, typed('faster@example.com'))
  await faster.getByRole('button', { name: says.book }).click()
  await expect(faster.getByRole('region', { name: says.bookingCreated })).toBeVisible()
  await page.getByRole('button', { name: says.book }).click()
  const offered = alert(page).getByRole('button', { name: /10:30 am/ })
  await expect(offered).toBeVisible()

  studio.proxy.set('lost', 'create_booking')
  await offered.click()
  await expect(alert(page).getByRole('link')).toBeVisible()
  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('10:30 am')
  expect(await of(studio, 'other@example.com')).toMatchObject([{ time_slots: { start_time: '10:30:00' } }])
})

test('a response that is lost between the site and the browser: not known, and safe to press again', async ({
  page,
  studio,
  complaints,
}) => {
  await choose(page, '2026-11-27', '2:00 pm')
  await fillIn(page, typed('unknown@example.com'))
  await page.route('**/booking**', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText('We do not know yet whether')
  await page.unrouteAll()
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
  expect(await of(studio, 'unknown@example.com')).toHaveLength(1)
  complaints.splice(0)
})

test('a response lost because the machine goes offline after sending is not told as a failure', async ({
  page,
  context,
  studio,
  complaints,
}) => {
  await choose(page, '2026-11-27', '3:00 pm')
  await fillIn(page, typed('tunnel@example.com'))
  await page.route('**/booking*', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await page.unroute('**/booking*')
  await context.setOffline(false)
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('3:00 pm')
  expect(await of(studio, 'tunnel@example.com')).toHaveLength(1)
  complaints.length = 0 // of the machine that was offline
})
