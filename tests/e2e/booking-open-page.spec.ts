import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { day, fillIn, next, says, stored, time } from './booking'
import { expect, test } from './fixtures'

/**
 * Sunday 26 September 2027, 12:50 am in Wellington: seventy minutes later the clocks go forward.
 */
const OPENED = '2027-09-25T12:50:00Z'
/** Monday's midnight in summer time: 22 hours and 10 minutes later, not 23. */
const MIDNIGHT = '2027-09-26T11:00:00Z'

// Soaks, because they restart both servers. In npm test booking-midnight.spec.ts covers a page over
// midnight, and booking-choice.spec.ts a page that gets the focus again.
test.use({ studioOptions: { file: import.meta.url, now: OPENED } })

const later = (instant: string, seconds: number) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString()

let turned = false

/** Sets the studio's clock to this instant. */
async function turnClocksTo(studio: Studio, instant: string): Promise<void> {
  turned = true
  await studio.jump(Date.parse(instant) - Date.now())
}

/** Opens the page and chooses a time on Monday, which is tomorrow. */
async function openAndChoose(page: Page, studio: Studio, browserClock: string): Promise<void> {
  if (turned) await turnClocksTo(studio, OPENED)
  await page.clock.install({ time: browserClock })
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Monday 27 September 2027' })).toBeVisible()
  await time(page, '2:00 pm').check()
  await expect(next(page)).toBeEnabled()
}

async function expectMondayIsToday(page: Page): Promise<void> {
  await expect(page.getByText(says.today)).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await expect(page.getByRole('link', { name: /^Monday 27 September/ })).toHaveCount(0)
}

test(
  'a page open over a day of 23 hours notices midnight by itself',
  { tag: '@soak' },
  async ({ page, studio }) => {
    await openAndChoose(page, studio, OPENED)
    await turnClocksTo(studio, later(MIDNIGHT, 1))
    await page.clock.fastForward(22 * 3_600_000 + 9 * 60_000)
    await expect(time(page, '2:00 pm'), 'a minute before it is still tomorrow').toBeChecked()
    await page.clock.fastForward(61_000)
    await expectMondayIsToday(page)
  },
)

test(
  'a visitor whose page was open for 24 hours sees the times that are free now, and books one',
  { tag: '@soak' },
  async ({ page, studio }) => {
    await openAndChoose(page, studio, OPENED)
    await turnClocksTo(studio, later(OPENED, 86_400))
    await page.clock.fastForward(86_400_000)
    await expectMondayIsToday(page)
    await day(page, 'Tuesday 28 September').click()
    await time(page, '9:00 am').check()
    await next(page).click()
    await fillIn(page, { email: 'patient@example.com' })
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
    expect((await stored(studio)).bookings.map(({ date }) => date)).toEqual(['2027-09-28'])
  },
)

test(
  'a laptop that slept over midnight shows the new day when its window gets the focus',
  { tag: '@soak' },
  async ({ page, studio }) => {
    await openAndChoose(page, studio, OPENED)
    await turnClocksTo(studio, later(MIDNIGHT, 8 * 3_600))
    // The laptop's timers did not run while it slept.
    await page.clock.setSystemTime(later(MIDNIGHT, 8 * 3_600))
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expectMondayIsToday(page)
  },
)

test(
  'a visitor whose clock is two minutes slow reads after midnight that the day is over',
  { tag: '@soak' },
  async ({ page, studio }) => {
    await openAndChoose(page, studio, later(OPENED, -120))
    await next(page).click()
    await fillIn(page, { email: 'slow-clock@example.com' })
    await turnClocksTo(studio, later(MIDNIGHT, 10))
    await page.clock.fastForward(22 * 3_600_000 + 10 * 60_000 + 10_000)
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByText('That day can no longer be booked here.').last()).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.clock.fastForward(120_000)
    await expectMondayIsToday(page)
  },
)
