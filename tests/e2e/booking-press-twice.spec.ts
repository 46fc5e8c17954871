import { book } from './admin'
import { alert, choose, fillIn, MONDAY, says, stored } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

test('a second press, when the time is taken and another is offered in its place, does not book that one', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await choose(page, '2026-11-25', '10:00 am')
  await fillIn(page, { email: 'twice@example.com' })
  await book(studio, { name: 'Faster', date: '2026-11-25', nth: 2 })
  const submit = page.getByRole('button', { name: says.book })
  await submit.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const box = await submit.boundingBox()
  if (!box) throw new Error('The button has gone.')
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await press()
  const offered = alert(page).getByRole('button')
  await expect(offered).toHaveCount(3)
  await expect(offered.last()).toBeInViewport()
  await press()
  await expect(offered.last()).toBeEnabled()
  await expect(alert(page)).toContainText(says.bookingFailed)
  expect((await stored(studio)).bookings.map(({ email }) => email)).not.toContain('twice@example.com')
  await offered.last().click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
})
