import type { Locator } from '@playwright/test'
import { book } from './admin'
import { alert, choose, fillIn, moment, says, stored } from './booking'
import { expect, shareStudio, test, MONDAY, tapAt } from './fixtures'

shareStudio({ now: MONDAY })

test('a second tap on Next or Back neither focuses a field nor chooses another time @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await page.goto('/booking?date=2026-11-25')
  const nine = page.getByRole('radio', { name: /^9:00 am/ })
  await nine.check()
  /** Taps twice on a button's place. Waits for the result of the first tap before the second. */
  async function tapTwice(button: Locator, brings: Locator) {
    const tap = await tapAt(button)
    await tap()
    await expect(brings).toBeFocused()
    await tap()
    await expect(brings, 'the focus is where the first tap brought it').toBeFocused()
  }
  const details = page.getByRole('heading', { name: 'Your details' })
  const fields = page.getByRole('textbox')
  // At one of these heights a field appears where the button was.
  for (const height of process.env.SOAK ? [480, 560, 640, 720, 800] : [560, 720]) {
    await page.setViewportSize({ width: 375, height })
    await tapTwice(page.getByRole('button', { name: 'Next', exact: true }), details)
    await moment(page)
    await fields.first().click()
    await expect(fields.first(), 'a tap later is one').toBeFocused()
    await tapTwice(
      page.getByRole('button', { name: 'Back' }),
      page.getByRole('heading', { name: 'Choose a day and a time' }),
    )
    await expect(nine, `${height} px`).toBeChecked()
    await expect(page).toHaveURL(/date=2026-11-25/)
    await moment(page)
  }
})

test('a second tap on a day chooses none of the times that appear under the finger @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  for (const date of process.env.SOAK ? ['26', '27', '30'] : ['26']) {
    await page.goto('/booking')
    const day = page.getByRole('link', { name: new RegExp(` ${date} November`) })
    const tap = await tapAt(day)
    const times = page.getByRole('heading', { level: 3, name: `${date} November 2026` })
    await expect(page.getByRole('button', { name: 'Next', exact: true }), 'the scripts run').toBeDisabled()
    await tap()
    await times.waitFor()
    await tap()
    await expect(times).toBeInViewport()
    await moment(page)
    await expect(page.getByRole('radio', { checked: true }), `${date} November`).toHaveCount(0)
    await expect(page).not.toHaveURL(/slot=/)
    await page.getByRole('radio').first().check()
  }
})

test('a second tap on a submit or on ‘Book another call’ hits nothing new under the finger @full', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  /** Taps twice on the element's place. Waits for the result of the first tap before the second. */
  async function tapTwice(element: Locator, brings: Locator) {
    await element.hover() // brings it into view and waits until it is still
    const tap = await tapAt(element)
    await tap()
    await expect(brings).toBeVisible()
    await tap()
  }
  await choose(page, '2026-11-25', '10:00 am')
  await moment(page)
  await fillIn(page, { email: 'twice@example.com' })
  await book(studio, { name: 'Faster', date: '2026-11-25', nth: 2 })
  const submit = page.getByRole('button', { name: says.book })
  await submit.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const offered = alert(page).getByRole('button')
  await test.step('after a taken time the second tap does not book the offered one', async () => {
    await tapTwice(submit, offered.last())
    await expect(offered).toHaveCount(3)
    await expect(offered.last()).toBeInViewport()
    await expect(offered.last()).toBeEnabled()
    await expect(alert(page)).toContainText(says.bookingFailed)
    expect((await stored(studio)).bookings.map(({ email }) => email)).not.toContain('twice@example.com')
  })
  await moment(page)
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await tapTwice(offered.last(), panel)
  await expect(
    page.getByRole('listitem').filter({ hasText: says.bookingToast }),
    'and the toast goes',
  ).toHaveCount(0)
  await expect(panel).toBeVisible()

  const another = page.getByRole('heading', { name: 'Choose a day and a time' })
  await page.getByRole('button', { name: 'Copy the link to change or cancel it' }).click()
  await tapTwice(page.getByRole('button', { name: 'Book another call' }), another)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\/booking$/)
})
