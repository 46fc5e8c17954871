import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { book, client } from './admin'
import { bookAgain, alert, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = (email: string) => ({ name: 'Ana', email, message: 'Sent twice' })
const send = (page: Page) => page.getByRole('button', { name: says.book }).click()

/** Chooses a time of the day that is shown, and fills in the details. */
async function take(page: Page, clock: string, email: string): Promise<void> {
  await time(page, clock).check()
  await next(page).click()
  await fillIn(page, typed(email))
}

/**
 * Sends a booking whose response is lost on its way back: it is stored, and the visitor does not
 * know.
 */
async function sendWithoutResponse(page: Page, studio: Studio): Promise<void> {
  studio.proxy.set('lost', 'create_booking')
  await send(page)
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await expect(alert(page)).toContainText('Press the button again: it is safe')
  studio.proxy.set('none')
}

async function setStatus(studio: Studio, email: string, status: string): Promise<void> {
  const admin = await client(studio, studio.people.admin)
  await admin.from('bookings').update({ status }).eq('email', email).throwOnError()
}

const of = async (studio: Studio, email: string) =>
  (await stored(studio)).bookings.filter((booking) => booking.email === email)

test('who picks another time after a lost response moves the one booking, or reads which one is held', async ({
  page,
  studio,
}) => {
  await page.goto('/booking')
  await take(page, '9:00 am', 'moves@example.com')
  await sendWithoutResponse(page, studio)
  await page.getByRole('button', { name: 'Back' }).click()
  await take(page, '9:30 am', 'moves@example.com')
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:30 am')
  expect(await of(studio, 'moves@example.com')).toMatchObject([{ time_slots: { start_time: '09:30:00' } }])

  await bookAgain(page)
  await take(page, '9:00 am', 'holds@example.com')
  await sendWithoutResponse(page, studio)
  await page.getByRole('button', { name: 'Back' }).click()
  await take(page, '10:00 am', 'holds@example.com')
  await book(studio, { name: 'Faster', date: '2026-11-24' })
  await send(page)
  await expect(alert(page)).toContainText('Somebody was a moment faster.')
  await expect(alert(page)).toContainText(
    'Your earlier request arrived: Tue 24 Nov, 9:00 am is held for you, until you choose another time.',
  )
  expect(await of(studio, 'holds@example.com')).toMatchObject([{ time_slots: { start_time: '09:00:00' } }])

  // It is still the same request after a reload, and with the e-mail corrected.
  await page.reload()
  await take(page, '2:00 pm', 'right@example.com')
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('2:00 pm')
  expect(await of(studio, 'holds@example.com')).toEqual([])
  expect(await of(studio, 'right@example.com')).toMatchObject([{ time_slots: { start_time: '14:00:00' } }])
})

test('who presses again after a lost response reads what became of it, and rebooks what was cancelled', async ({
  page,
  studio,
}) => {
  await page.goto('/booking?date=2026-11-25')
  await take(page, '10:00 am', 'confirmed@example.com')
  await sendWithoutResponse(page, studio)
  await setStatus(studio, 'confirmed@example.com', 'confirmed')
  await send(page)
  const confirmed = page.getByRole('region', { name: 'Your booking is confirmed' })
  await expect(confirmed).toBeFocused()
  await expect(confirmed).toContainText('10:00 am')
  await expect(confirmed).toHaveAccessibleDescription(/What you changed since then is not stored/)
  await expect(confirmed.getByRole('link', { name: 'Add to your calendar' })).toBeVisible()
  await expect(page.getByText(says.bookingToast)).toHaveCount(0)
  expect(await of(studio, 'confirmed@example.com')).toMatchObject([{ status: 'confirmed' }])

  await bookAgain(page)
  // Of tomorrow, on which the page has opened again.
  await take(page, '11:00 am', 'cancelled@example.com')
  await sendWithoutResponse(page, studio)
  await setStatus(studio, 'cancelled@example.com', 'cancelled')
  await send(page)
  const cancelled = page.getByRole('region', { name: 'This booking was cancelled' })
  await expect(cancelled).toBeFocused()
  await expect(cancelled.getByRole('link')).toHaveCount(0)
  await cancelled.getByRole('button', { name: 'Book again' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByLabel('Tell us')).toHaveValue('Sent twice')
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('11:00 am')
  expect((await of(studio, 'cancelled@example.com')).map(({ status }) => status).sort()).toEqual([
    'cancelled',
    'pending',
  ])
})

test('who never gets the response, or goes offline, reads that it is not known and may press again', async ({
  page,
  context,
  studio,
  complaints,
}) => {
  await page.goto('/booking?date=2026-11-27')
  for (const [clock, offline] of [
    ['2:00 pm', false],
    ['3:00 pm', true],
  ] as const) {
    const email = `tunnel-${offline}@example.com`
    // After a booking the page opens again on tomorrow.
    if (offline) {
      await bookAgain(page)
      await page.getByRole('link', { name: /^Friday 27 November/ }).click()
    }
    await take(page, clock, email)
    await page.route('**/booking*', async (route) => {
      await route.fetch()
      await context.setOffline(offline)
      await route.abort()
    })
    await send(page)
    await expect(alert(page)).toContainText(says.bookingUnknown)
    await page.unroute('**/booking*')
    await context.setOffline(false)
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText(clock)
    expect(await of(studio, email)).toHaveLength(1)
  }
  complaints.length = 0 // of the machine that was offline
})
