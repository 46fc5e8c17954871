import { next, says, time } from './booking'
import { expect, test } from './fixtures'

/** Sunday 26 September 2027, 12:50 am in Wellington: seventy minutes later the clocks go forward. */
const OPENED = '2027-09-25T12:50:00Z'
/** A second after Monday's midnight in summer time: 22 hours and 10 minutes later, not 23. */
const MIDNIGHT = '2027-09-26T11:00:01Z'

// A soak, because it restarts both servers. booking-midnight.spec.ts covers a slow or fast clock and a late form,
// booking-choice.spec.ts a page that gets the focus again.
test.use({ studioOptions: { file: import.meta.url, now: OPENED } })

test(
  'a page open over a day of 23 hours notices midnight by itself',
  { tag: '@soak' },
  async ({ page, studio }) => {
    await page.clock.install({ time: OPENED })
    await page.goto('/booking')
    await expect(page.getByRole('heading', { name: 'Monday 27 September 2027' })).toBeVisible()
    await time(page, '2:00 pm').check()
    await studio.jump(Date.parse(MIDNIGHT) - Date.now())
    await page.clock.fastForward(22 * 3_600_000 + 9 * 60_000)
    await expect(time(page, '2:00 pm'), 'a minute before it is still tomorrow').toBeChecked()
    await page.clock.fastForward(61_000)
    await expect(page.getByText(says.today)).toBeVisible()
    await expect(next(page)).toBeDisabled()
  },
)
