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

/** The middle of the button that opens the question, in screen coordinates. */
async function middle(page: Page) {
  const box = await first(page).boundingBox()
  if (!box) throw new Error('The button has gone.')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

/**
 * Presses of a hurried person after the right e-mail address. Each ends with a press on a dialog that just opened.
 */
const presses: Record<string, (page: Page) => Promise<void>> = {
  'a double tap': async (page) => {
    const [x, y] = await middle(page)
    await page.touchscreen.tap(x, y)
    await expect(question(page)).toBeVisible()
    await page.touchscreen.tap(x, y)
  },
  'Enter twice': async (page) => {
    await email(page).press('Enter', { delay: 150 })
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Enter')
  },
  'a double click': async (page) => {
    const [x, y] = await middle(page)
    await page.mouse.click(x, y)
    await expect(question(page)).toBeVisible()
    await page.mouse.click(x, y)
  },
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'
  const who = javaScriptEnabled ? 'scripted' : 'plain'

  test(`a second press erases no one, and the erase button is never under the first, ${how} @full`, async ({
    studio,
    otherBrowser,
  }) => {
    const address = `twice-${who}@example.org`
    const link = await bookLink(studio, { name: 'Twice', date: '2026-12-21', email: address })
    const page = await otherBrowser({ javaScriptEnabled, hasTouch: true, reducedMotion: 'reduce' })
    const expectKept = async () => {
      // The reopened page shows the result of any press that was in progress.
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your booking')
      const { bookings } = await stored(studio)
      expect(bookings.filter((booking) => booking.email === address)).toMatchObject([{ status: 'pending' }])
    }
    for (const [at, [pressed, press]] of Object.entries(presses).entries()) {
      await test.step(`${pressed} erases no one`, async () => {
        await page.setViewportSize(sizes[at % sizes.length] ?? { width: 320, height: 600 })
        await expectKept()
        await page.locator('summary', { hasText: 'Erase what you hold about me' }).click()
        await email(page).fill(address)
        await first(page).scrollIntoViewIfNeeded()
        const box = await first(page).boundingBox()
        await press(page)
        await expect(question(page)).toBeVisible()
        await expect(confirm(page)).not.toBeFocused()
        await expect(confirm(page)).toHaveCSS('opacity', '0.5')
        await expect(confirm(page)).toHaveCSS('pointer-events', 'none')
        if (javaScriptEnabled) await expect(confirm(page)).toBeDisabled()
        await expectApart(box, confirm(page))
      })
    }
    await test.step('the erase button works after a moment', async () => {
      await expect(confirm(page)).toHaveCSS('opacity', '1')
      await expect(confirm(page)).toHaveCSS('pointer-events', 'auto')
      await expect(confirm(page)).toBeEnabled()
      await expectKept()
    })
  })
}
