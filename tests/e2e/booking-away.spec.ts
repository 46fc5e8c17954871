import { says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test('while the backend is away a visitor reads that, not that no time is free, and how else to write', async ({
  page,
  studio,
  complaints,
}) => {
  // resilience-backend-faults.spec.ts tests other faults. This test opens a month that the site has not
  // read yet, because the site caches free times for a few seconds.
  studio.proxy.set('down')
  const ownTry = page.waitForResponse(/api\/slots\?/)
  expect((await page.goto('/booking?date=2027-02-16'))?.status()).toBe(200)
  await ownTry
  await expect(page.getByText(says.unreachable)).toBeVisible()
  await expect(page.getByText(says.none), 'nothing is known of it').toHaveCount(0)
  await expect(page.getByText(says.contact)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /@/ }).first()).toBeVisible()
  expect(await (await page.request.get('/api/slots/next')).json()).toBeNull()
  studio.proxy.set('none')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(time(page, '9:00 am')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 }), 'the link that was pressed is gone').toBeFocused()
  expect(studio.siteLog()).toContain('booking: the open times could not be read.')
  complaints.splice(0)
})
