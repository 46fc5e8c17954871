import type { Page } from '@playwright/test'
import {
  book,
  chooseAction,
  chooseVerb,
  expect,
  expectLive,
  inquire,
  backToList,
  openDialog,
  openRequest,
  row,
  test,
} from './admin'
import { tier } from '../tier'
import { axeLooks, axeViolations, shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const date = '2027-01-12' // a Tuesday
const axel = 'Axel of the Forty Character Long Name 12'

async function expectAccessible(page: Page, state: string, parts: string[] = []) {
  const violations = await axeViolations(page, parts)
  expect(
    violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message}`),
    `axe, ${state}`,
  ).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `${state} scrolls sideways`,
  ).toBeLessThanOrEqual(0)
}

const dialog = '[role=dialog], [role=alertdialog]'
const menu = '[role=menu]'
const forms = 'section[aria-labelledby=availability]'
const weekdays = 'section[aria-labelledby=recurring]'
const requests = '[aria-labelledby=requests]'

/** States within another state, or the same component with another text. */
const everyState = Boolean(process.env.SOAK)

/**
 * Brings the page into each of its states, one after the other. Returns the selectors of the new parts;
 * none stands for the whole page.
 */
async function visitStates(page: Page, check: (state: string, ...parts: string[]) => Promise<void>) {
  await page.goto('/admin/hours?open=availability')
  await expectLive(page)
  await check('the page of hours')
  await page.goto('/admin?open=availability,exceptions,recurring')
  await expectLive(page)
  if (everyState) await check('the page')
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  for (const title of ['Tuesday', 'All time slots']) await page.getByText(title, { exact: true }).click()
  await check('a form with a fault, an error toast, and two items open')
  await page.getByRole('button', { name: 'Close toast' }).click()

  await page.getByRole('radio', { name: 'One-off' }).check()
  await page.getByRole('button', { name: 'Add time' }).click()
  await page.getByRole('button', { name: 'Edit Tuesday' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Tuesday' })).toBeFocused()
  await check('one-off, two rows, and a weekday that is edited where it stands', forms, weekdays)
  await page
    .getByRole('region', { name: 'Edit Tuesday' })
    .getByRole('button', { name: 'Cancel', exact: true })
    .click()

  await row(page, 'Axel')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check('a row’s menu', menu)
  await page.keyboard.press('Escape')
  if (everyState) {
    await page.getByRole('button', { name: 'Filter' }).click()
    await check('an open filter', dialog)
    await page.keyboard.press('Escape')
  }
  await chooseAction(page, 'שלום עולם', 'Mark as read')
  await expect(row(page, 'שלום עולם')).toContainText('read')
  await page.getByRole('checkbox', { name: /^Select Axel/ }).click()
  await check('a row that was handled, and a selected one', requests)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'Close toast' }).click()

  await openDialog(page, axel)
  await check('a booking’s dialog', dialog)
  await page.keyboard.press('Escape')
  // Its page: admin-confirming.spec.ts; questions: admin-moves.spec.ts.
  if (!everyState) return
  await openRequest(page, axel)
  await check('a booking’s page', 'main')
  await page.getByRole('button', { name: 'Erase personal data' }).click()
  await check('the erasure’s question', dialog)
  await page.keyboard.press('Escape')
  await chooseVerb(page, 'Cancel booking')
  await check('the question before a booking is cancelled', dialog)
  await page.keyboard.press('Escape')
  await backToList(page)

  await page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Tuesday' }).click()
  await check('the question before a change that affects bookings', dialog)
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await expect(page.getByText('No records match your search')).toBeVisible()
  await check('nothing found', requests)
}

test.beforeAll(async ({ studio }) => {
  await book(studio, { name: axel, date, message: 'm'.repeat(5_000) })
  await inquire(studio, { name: 'שלום עולם', message: 'مرحبا' })
})

test('every state of the admin works with a screen reader, and every form fits 320 px', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 1280, height: 900 })
  await visitStates(page, (state, ...parts) => expectAccessible(page, state, parts))

  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('radio', { name: 'Recurring' }).check()
  await page.getByRole('button', { name: 'Edit Tuesday' }).click()
  await expect(page.getByLabel(/^Start time/)).toHaveCount(14)
  for (const form of await page.locator('form').filter({ hasText: 'Default duration' }).all()) {
    const outside = await form.evaluate((form) => {
      const { left, right } = form.getBoundingClientRect()
      return [...form.querySelectorAll('input:not([type=hidden]), select, button, legend')]
        .filter((part) => {
          const box = part.getBoundingClientRect()
          // The padding of a button without a border may reach into the margin.
          return box.left < left - 12 || box.right > right + (part.tagName === 'BUTTON' ? 12 : 0)
        })
        .map((part) => part.getAttribute('aria-label') ?? part.textContent)
    })
    expect(outside).toEqual([])
  }
})

test(
  'every state of the admin is accessible at any width, light or dark, and fits 320 px',
  { tag: '@soak' },
  async ({ page }) => {
    test.setTimeout(600_000)
    for (const { width, colorScheme } of [{ width: 320, colorScheme: 'dark' } as const, ...axeLooks]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      // Opens each state in its colours, so that axe does not see it during a transition.
      const at = `${width} px, ${colorScheme}`
      await visitStates(page, (state) => expectAccessible(page, `${state}, ${at}`))
    }
  },
)

test('the sign-in works with a screen reader, with and without its error @looks', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/login')
  // The page with the error contains the page without it, so only a soak checks both in all looks.
  const look = async (state: string, schemes: ('light' | 'dark')[]) => {
    for (const colorScheme of everyState ? (['light', 'dark'] as const) : schemes) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${state}, ${colorScheme}`)
    }
  }
  await look('sign-in', [])
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await look('sign-in with error', [tier === 'quick' ? 'light' : 'dark'])
})
