import type { Page } from '@playwright/test'
import { bookAgain, alert, choose, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const requestId = (page: Page) => page.locator('[name="request_id"]').inputValue()
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('after a lost response and a reload a press books nothing twice; a duplicated tab books its own', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-25', '9:00 am')
  await fillIn(page, { email: 'lost@example.com' })
  studio.proxy.set('lost', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toBeVisible()
  studio.proxy.set('none')
  const sent = await requestId(page)

  await nav(page).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => requestId(page)).toBe(sent)
  await page.reload()
  await expect.poll(() => requestId(page)).toBe(sent)

  // A page that another one opens begins with a copy of its storage, as a duplicated tab does.
  const [twin] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ])
  await expect(twin.getByLabel('Email')).toHaveValue('lost@example.com')
  expect(await requestId(twin)).not.toBe(sent)
  await twin.reload()
  await expect(twin.getByLabel('Email')).toHaveValue('lost@example.com')
  expect(await requestId(twin)).not.toBe(sent)
  await twin.close()

  await expect(page.getByText('25 November 2026', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('lost@example.com')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:00 am')
  expect((await stored(studio)).bookings.filter(({ email }) => email === 'lost@example.com')).toHaveLength(1)

  await test.step('Next brings a page back as it was sent, but never the request of a booking that is stored', async () => {
    await nav(page).getByRole('link', { name: 'About' }).click()
    await nav(page).getByRole('link', { name: 'Get Started' }).click()
    const sent: string[] = []
    for (const clock of ['11:00 am', '2:00 pm']) {
      await bookAgain(page)
      await time(page, clock).check()
      await next(page).click()
      await fillIn(page, { email: 'second@example.com', message: clock })
      expect(sent).not.toContain(await requestId(page))
      sent.push(await requestId(page))
      await page.getByRole('button', { name: says.book }).click()
      await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText(clock)
      if (sent.length > 1) break
      await nav(page).getByRole('link', { name: 'About' }).click()
      await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
      await page.goBack()
    }
    expect(
      (await stored(studio)).bookings.filter(({ email }) => email === 'second@example.com'),
    ).toHaveLength(2)
  })
})
