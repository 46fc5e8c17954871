import type { Locator, Page } from '@playwright/test'
import { backToList, book, expect, openRequest, row, test } from './admin'
import { expectApart, shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const question = (page: Page) => page.getByRole('alertdialog')
const confirm = (page: Page) => question(page).getByRole('button').last()

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('An element has gone.')
  return box
}

/**
 * Opens a confirm dialog twice with the button that `show` returns, the second time by a double press. Before
 * that it scrolls the button to the place of the confirming button, as far as possible; a button in a
 * menu stays, because the menu closes on scrolling.
 */
async function expectSafe(page: Page, safe: string, show: () => Promise<Locator>): Promise<void> {
  await (await show()).click()
  const usual = await boxOf(confirm(page))
  const last = question(page).getByRole('paragraph').last()
  const isInSight = await last.evaluate((text) => {
    const { left, bottom } = text.getBoundingClientRect()
    return text.contains(document.elementFromPoint(left + 2, bottom - 2))
  })
  expect(isInSight, 'the question can be read to its end').toBe(true)
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)

  const button = await show()
  await button.scrollIntoViewIfNeeded()
  const before = await boxOf(button)
  await page.mouse.move(0, 0)
  if ((await button.getAttribute('role')) !== 'menuitem')
    await page.evaluate((y) => scrollBy({ top: y, behavior: 'instant' }), before.y - usual.y)
  const box = await boxOf(button)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await expect(question(page).getByRole('button', { name: safe })).toBeFocused()
  await expectApart(box, confirm(page))
  await page.mouse.click(x, y)
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
}

test('a second press or Enter on a button that asks first cancels and erases nothing @full', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Pressed Twice', date: '2026-12-16' })
  await page.goto('/admin?open=exceptions&date=2026-12-16')
  await expect(row(page, 'Pressed Twice')).toBeVisible()
  const slot = () =>
    expectSafe(page, 'Keep as it is', async () =>
      page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM', exact: true }),
    )
  const menu = () =>
    expectSafe(page, 'Keep booking', async () => {
      const menu = row(page, 'Pressed Twice').getByRole('button', { name: 'Actions for Pressed Twice' })
      // Scrolls the row to the middle first, because the menu closes on scrolling.
      await menu.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await menu.click()
      return page.getByRole('menuitem', { name: 'Cancel booking' })
    })
  const own = async () => {
    const record = await openRequest(page, 'Pressed Twice')
    await expectSafe(page, 'Keep booking', async () => {
      await record.getByRole('button', { name: 'More', exact: true }).click()
      return page.getByRole('menuitem', { name: 'Cancel booking' })
    })
    await expectSafe(page, 'Keep', async () => record.getByRole('button', { name: 'Erase personal data' }))
    await backToList(page)
  }
  // Each button is tested on a phone or on a wide screen, and at every width in a soak.
  const all = { 375: [slot, menu, own], 768: [slot, menu, own], 1280: [slot, menu, own] }
  const each = { 375: [own], 1280: [slot, menu] }
  for (const [width, places] of Object.entries(process.env.SOAK ? all : each)) {
    await page.setViewportSize({ width: Number(width), height: 720 })
    await test.step(`${width} px`, async () => {
      for (const tryThere of places) await tryThere()
    })
  }
  await expect(row(page, 'Pressed Twice')).toContainText('pending')

  await test.step('an admin who wants to erase can press the button after a moment', async () => {
    const record = await openRequest(page, 'Pressed Twice')
    await record.getByRole('button', { name: 'Erase personal data' }).click()
    await expect(confirm(page)).toBeDisabled()
    await expect(confirm(page)).toBeEnabled()
  })
})
