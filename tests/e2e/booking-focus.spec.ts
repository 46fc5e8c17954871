import { site } from '@/lib/content/studio'
import { alert, bookAgain, choose, day, fillIn, next, says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test('a press on a day brings its times into view, a press on a time brings Next @full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await test.step('on a phone nothing covers the times before a choice', async () => {
    await page.setViewportSize({ width: 375, height: 667 })
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
  await test.step('on a wide screen nothing covers a time, and a press on one brings Next into view', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/booking')
    await expect(next(page)).toBeVisible()
    const covered = await page.getByRole('radio').evaluateAll((times) =>
      times.filter((one) => {
        const { left, bottom } = one.getBoundingClientRect()
        const top = document.elementFromPoint(left + 9, bottom - 9)
        return top && !one.closest('label')?.contains(top)
      }),
    )
    expect(covered).toHaveLength(0)
    const slot = time(page, '9:00 am')
    await slot.hover() // scrolls to it
    const before = await slot.boundingBox()
    await slot.check()
    await expect(next(page)).toBeInViewport({ ratio: 1 })
    await expect(next(page)).toBeEnabled()
    expect(await slot.boundingBox()).toEqual(before)
  })
})

test('at 400 % zoom half of the screen stays free; text of twice the size fits a phone @full', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  /** Expects that fixed parts cover at most half of the screen. */
  async function expectRoom(path: string) {
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
  /** Expects that with text of twice the size everything fits a phone's screen uncut. */
  async function expectNarrow(path: string) {
    await page.setViewportSize({ width: 375, height: 844 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(375)
    const texts = page
      .locator('#hero :is(h1, p, a):not([aria-hidden] *), form :is(p, label, input, button)')
      .filter({ visible: true })
    const rights = texts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...(await rights)), path).toBeLessThanOrEqual(375)
    const name = page.locator('header').getByText(site.name, { exact: true })
    const isCut = name.evaluate(
      (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
    )
    expect(await isCut, `the name on ${path}`).toBe(false)
  }
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/')
  await page.getByRole('heading', { level: 2 }).first().scrollIntoViewIfNeeded()
  await expectRoom('/')
  await expectNarrow('/')
  const result = '/start?who=people&first=one-thing&pay=no&ai=no&have=idea'
  for (const path of ['/about', '/start', result, '/booking/manage/erased']) {
    await page.goto(path)
    await expectNarrow(path)
  }

  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/booking')
  await time(page, '9:00 am').check()
  await expect(next(page)).toBeEnabled()
  await expectRoom('/booking')
  await expectNarrow('/booking')
  await next(page).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectNarrow('the details')
})

test('a failed request is announced once, explained beside the button, and keeps all entries', async ({
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
  await bookAgain(page)
  await page.getByText(says.contact).click()
  await expect(page.getByLabel('Tell us'), 'nothing is left after').toHaveValue('')
})
