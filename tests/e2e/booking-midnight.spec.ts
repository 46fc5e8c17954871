import { postForm, readForm } from '../native-form'
import { says, time } from './booking'
import { expect, test } from './fixtures'

// Minutes before Wednesday in Wellington; enough for a slow machine.
test.use({ studioOptions: { file: import.meta.url, now: '2026-11-24T10:50:00Z' } })

test('a page open past the studio’s midnight stops offering times of the new today @full', async ({
  page,
  studio,
}) => {
  await page.clock.install({ time: '2026-11-24T10:50:00Z' })
  await page.goto('/booking')
  await expect(page.getByRole('heading', { name: 'Wednesday 25 November 2026' })).toBeVisible()
  await time(page, '9:00 am').check()
  const url = `${studio.url}/booking?date=2026-11-25`
  const { fields, times } = await readForm(url)

  // The browser's clock may be ahead of the studio's. The server's today counts, so the page asks until
  // it changes.
  await page.clock.fastForward(11 * 60_000)
  await expect(time(page, '9:00 am')).toBeChecked()
  await studio.jump(Date.parse('2026-11-24T11:00:05Z') - Date.now())
  await expect(async () => {
    await page.clock.fastForward(31_000)
    await expect(page.getByText(says.today)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('radio', { name: /am|pm/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
  await expect(
    page.getByRole('link', { name: /^Wednesday 25 November 2026/ }),
    'not a day to choose',
  ).toHaveCount(0)

  // A visitor who had the form open before midnight sends it now.
  const late = await postForm(url, fields, [
    ['time', times[2] ?? ''],
    ['name', 'Ana'],
    ['email', 'night@example.com'],
    ['message', 'Written late'],
  ])
  expect(late.alert).toContain(says.bookingFailed)
  expect(late.alert).toContain('That day can no longer be booked here.')
  expect(late.alert.match(/Thu 26 Nov/g), late.alert).toHaveLength(3)
  expect(late.html).toContain('Written late')
})
