import type { Page } from '@playwright/test'
import { stored } from './booking'
import { expect, expectApart, shareStudio, test, MONDAY } from './fixtures'
import { bookLink } from './manage'

shareStudio({ now: MONDAY })

const sizes = [
  { width: 375, height: 700 },
  { width: 768, height: 900 },
  { width: 1280, height: 720 },
]
const email = (page: Page) => page.getByLabel('Email')
const first = (page: Page) => page.getByRole('button', { name: 'Continue' })
const question = (page: Page) => page.getByRole('heading', { name: 'Erase it for good?' })
const confirm = (page: Page) => page.getByRole('button', { name: 'Erase it now' })

/** The middle of the button that opens the question, on the screen. */
async function middle(page: Page) {
  await first(page).scrollIntoViewIfNeeded()
  const box = await first(page).boundingBox()
  if (!box) throw new Error('The button has gone.')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

/**
 * What a hurried person does with the right address typed. Each ends with a press while the
 * question is new.
 */
const presses: Record<string, (page: Page) => Promise<void>> = {
  'Enter twice, 150 ms apart': async (page) => {
    await email(page).press('Enter', { delay: 150 })
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Enter')
  },
  'Enter twice, 500 ms apart': async (page) => {
    await email(page).press('Enter', { delay: 500 })
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Enter')
  },
  'a double click': async (page) => {
    const [x, y] = await middle(page)
    await page.mouse.click(x, y)
    await expect(question(page)).toBeVisible()
    await page.mouse.click(x, y)
  },
  'a double tap': async (page) => {
    const [x, y] = await middle(page)
    await page.touchscreen.tap(x, y)
    await expect(question(page)).toBeVisible()
    await page.touchscreen.tap(x, y)
  },
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'
  const who = javaScriptEnabled ? 'scripted' : 'plain'

  test(`a second press erases nobody, by key, mouse or finger, ${how}`, async ({ studio, otherBrowser }) => {
    const address = `twice-${who}@example.org`
    const link = await bookLink(studio, { name: 'Twice', date: '2026-12-21', email: address })
    const page = await otherBrowser({ javaScriptEnabled, hasTouch: true, reducedMotion: 'reduce' })
    for (const [at, [pressed, press]] of Object.entries(presses).entries()) {
      await test.step(`nobody is erased by ${pressed}`, async () => {
        await page.setViewportSize(sizes[at % sizes.length] ?? { width: 320, height: 600 })
        await page.goto(link)
        await page.locator('summary', { hasText: 'Erase what you hold about me' }).click()
        await email(page).fill(address)
        await press(page)
        await expect(confirm(page)).not.toBeFocused()
        await expect(question(page)).toBeVisible()
        // Opened again, the page shows what a press on its way did.
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your booking')
        const { bookings } = await stored(studio)
        expect(bookings.filter((booking) => booking.email === address)).toMatchObject([{ status: 'pending' }])
      })
    }
  })

  test(`the button that erases is never under the press before it, and waits a moment, ${how}`, async ({
    studio,
    otherBrowser,
  }) => {
    const address = `apart-${who}@example.org`
    const link = await bookLink(studio, { name: 'Apart', date: '2026-12-22', email: address })
    const page = await otherBrowser({ javaScriptEnabled })
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.goto(link)
      await page.locator('summary', { hasText: 'Erase what you hold about me' }).click()
      await email(page).fill(address)
      await first(page).hover()
      const pressed = await first(page).boundingBox()
      await first(page).click()
      await expect(question(page)).toBeFocused()
      await expect(confirm(page)).toHaveCSS('opacity', '0.5')
      await expect(confirm(page)).toHaveCSS('pointer-events', 'none')
      if (javaScriptEnabled) await expect(confirm(page)).toBeDisabled()
      await expectApart(pressed, confirm(page))
    }
    await expect(confirm(page)).toHaveCSS('opacity', '1')
    await expect(confirm(page)).toHaveCSS('pointer-events', 'auto')
    await expect(confirm(page)).toBeEnabled()
  })
}
