import { alert, choose, day, fillIn, next, says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('the times come into view after a day is pressed, and nothing covers them before one is chosen', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/booking')
    await expect(next(page)).toBeVisible()
    const first = time(page, '9:00 am')
    await expect(first).not.toBeInViewport()
    await day(page, 'Thursday 26 November').click()
    await expect(page.getByRole('heading', { name: 'Thursday 26 November 2026' })).toBeInViewport({
      ratio: 1,
    })
    await expect(first).toBeInViewport({ ratio: 1 })
    const [bar, last] = [next(page), time(page, '3:30 pm')]
    await last.focus()
    expect((await bar.boundingBox())?.y).toBeGreaterThan((await last.boundingBox())?.y ?? Infinity)
    await last.check()
    await expect(next(page), 'the way on is at hand').toBeInViewport({ ratio: 1 })
    const [chosen, button] = [await last.boundingBox(), await next(page).boundingBox()]
    expect((chosen?.y ?? 0) + (chosen?.height ?? 0), 'and hides no time').toBeLessThan(button?.y ?? 0)
  })
})

test('on a wide screen Next is in view after any time is chosen, and what was pressed stays where it was', async ({
  page,
}) => {
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/booking')
    await expect(next(page)).toBeVisible()
    for (const clock of ['9:00 am', '3:30 pm']) {
      const slot = time(page, clock)
      await slot.hover() // scrolls to it
      const before = await slot.boundingBox()
      await slot.check()
      await expect(next(page), `${width} px`).toBeInViewport({ ratio: 1 })
      await expect(next(page)).toBeEnabled()
      expect(await slot.boundingBox(), `${width} px`).toEqual(before)
    }
  }
})

test('at 400 % zoom what stays on the screen leaves at least half of it free', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of ['/', '/about', '/booking']) {
    await page.goto(path)
    if (path === '/booking') await time(page, '9:00 am').check()
    else await page.getByRole('heading', { level: 2 }).first().scrollIntoViewIfNeeded()
    if (path === '/booking') await expect(next(page)).toBeEnabled()
    const covered = await page.evaluate(() => {
      const stays = (element: Element | null): boolean =>
        element !== null &&
        (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement))
      return Array.from({ length: innerHeight }, (_, y) =>
        document.elementFromPoint(innerWidth / 2, y),
      ).filter(stays).length
    })
    expect(covered, `px of 256 on ${path}`).toBeLessThanOrEqual(128)
  }
})

test('with text of twice the size nothing on a phone is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/booking', '/booking?step=2']) {
    await page.goto(path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    if (path === '/booking') await time(page, '9:00 am').check()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    // Nor cut off at the edge.
    const texts = page
      .locator('#hero :is(h1, p, a):not([aria-hidden] *), form :is(p, label, input, button)')
      .filter({ visible: true })
    const rights = texts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...(await rights)), path).toBeLessThanOrEqual(390)
  }
})

test('whose request failed hears it once, reads why beside the button, and keeps what was typed', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-27', '9:00 am')
  await fillIn(page, { email: 'toast@example.com', message: 'Patient' })
  studio.proxy.set('429', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  const toast = page.getByRole('listitem').filter({ hasText: says.bookingNotMade })
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(toast.getByText('We could not reach our calendar just now.')).toHaveCount(1)
  await expect(alert(page)).toContainText(says.bookingNotMade)
  await expect(page.getByRole('alert').filter({ hasText: /./ }), 'only the toast speaks').toHaveCount(0)

  studio.proxy.set('down')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await expect(alert(page).getByRole('link')).toHaveAttribute('href', /^mailto:.*Patient/)
  await expect(page.getByLabel('Tell us')).toHaveValue('Patient')

  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
})
