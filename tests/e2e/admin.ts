/**
 * Helpers for the admin's tests: visitors who write, a signed-in admin, and the page's parts by name.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request, Route } from '@playwright/test'
import type { Database } from '@/lib/supabase/database.types'
import { raiseCaps, type Studio } from '../studio'
import { test as base, expect, setStudioClock } from './fixtures'
import { nodeClient } from '@/scripts/supabase-client'

export { raiseCaps }

/** Playwright's test whose `page` is an admin's. */
export const test = base.extend({
  storageState: async ({ adminState }, use) => use(adminState),
  context: async ({ context, studioOptions }, use) => {
    await setStudioClock(context, studioOptions.now)
    await use(context)
  },
  // A toast can only be dismissed once it is still.
  contextOptions: { reducedMotion: 'reduce' },
})
export { expect }

/** A client with a visitor's rights, or with a signed-in person's. */
export async function client(studio: Studio, person?: { email: string; password: string }) {
  if (person) return studio.clientOf(person)
  return nodeClient<Database>({ url: studio.supabaseUrl }, studio.publishableKey)
}

/** Books the nth free time of a date as a visitor does. Returns the booking. */
export async function book(
  studio: Studio,
  {
    name,
    date,
    nth = 0,
    message,
    email,
  }: { name: string; date: string; nth?: number; message?: string; email?: string },
) {
  const visitor = await client(studio)
  const slots = await visitor.rpc('get_available_slots_for_date', { p_date: date })
  if (slots.error) throw slots.error
  const { data, error } = await visitor.rpc('create_booking', {
    p_name: name,
    p_email: email ?? address(name),
    p_date: date,
    p_time_slot_id: slots.data[nth]?.id ?? '',
    p_message: message,
    p_request_id: randomUUID(),
    p_site_key: studio.siteKey,
  })
  if (error) throw error
  return data as { id: string; time_slots: { id: string; start_time: string } }
}

/** Sends an inquiry as a visitor does. Returns it. */
export async function inquire(
  studio: Studio,
  { name, message, email }: { name: string; message?: string; email?: string },
) {
  const { data, error } = await (
    await client(studio)
  ).rpc('create_inquiry', {
    p_name: name,
    p_email: email ?? address(name),
    p_message: message,
    p_request_id: randomUUID(),
    p_site_key: studio.siteKey,
  })
  if (error) throw error
  return data as { id: string }
}

/** An e-mail for a person of a test. */
export function address(name: string): string {
  return `${name.replace(/[^a-z]+/gi, '-').toLowerCase()}@example.org`
}

/** The submit button of an availability form, and a weekday in the form. */
export const save = (place: Page | Locator) => place.getByRole('button', { name: 'Save availability' })
export const day = (place: Page | Locator, name: string) => place.getByRole('checkbox', { name })

/**
 * The toast with this heading and text. Ignores a toast that is closing, because the same text may appear
 * again meanwhile.
 */
export function toast(page: Page, title: string, text: string | RegExp): Locator {
  return page
    .getByRole('listitem')
    .and(page.locator('[data-removed=false]'))
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(text, { exact: true }) })
}

/** Waits for the only toast, and dismisses it. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  await expect(toast(page, title, text)).toBeVisible()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(1)
  await toast(page, title, text).getByRole('button', { name: 'Close toast' }).click()
  await expect(toast(page, title, text)).toHaveCount(0)
}

/** Dismisses every toast, so that the next one is the only one. */
export async function closeToasts(page: Page): Promise<void> {
  const buttons = page.locator('[data-sonner-toast][data-removed=false]').getByLabel('Close toast')
  while ((await buttons.count()) > 0) await buttons.first().click()
}

/** The row of the list with this text. */
export function row(page: Page, text: string | RegExp): Locator {
  return page.getByRole('table').getByRole('row').filter({ hasText: text })
}

/** Goes back to the list and opens a request's page by its name. Returns the page's content. */
export async function openRequest(page: Page, name: string): Promise<Locator> {
  await backToList(page)
  await row(page, name).getByRole('link', { name, exact: true }).click()
  await expect(requestPage(page).getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
  return requestPage(page)
}

/** The content of a request's page. */
export const requestPage = (page: Page) => page.getByRole('main')

/** Goes from a request's page to the list. Does nothing on another page. */
export async function backToList(page: Page): Promise<void> {
  if (!page.url().includes('/admin/requests/')) return
  await requestPage(page).getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByRole('table')).toBeVisible()
}

/** Chooses one of a request's rarer verbs. */
export async function chooseVerb(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Opens the dialog of a row, beside its name. Returns it. */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await row(page, name)
    .getByRole('cell', { name: /^(Booking|Inquiry)$/ })
    .click()
  return rowDialog(page)
}

/** The dialog of a row. */
export const rowDialog = (page: Page) => page.getByRole('dialog', { name: /^(Booking|Inquiry)$/ })

/** Chooses an item of a record's menu in the list. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Chooses an option of a filter. */
export async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByLabel(filter).selectOption(option)
  await page.keyboard.press('Escape')
}

/** Opens a line of the settings. */
export async function openSetting(page: Page, title: string): Promise<void> {
  const line = page.getByRole('region', { name: title, exact: true })
  await line.locator('summary').click()
  await expect(line.getByText('Close', { exact: true })).toBeVisible()
}

/** The rows of people whom an admin still has to tell something, on /admin/untold. */
export const untold = (page: Page) => page.getByRole('list', { name: 'People to tell' }).getByRole('listitem')

/** Presses a button of the confirm dialog. */
export const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/**
 * Until `page.unrouteAll()`, posts of the admin reach the site but their responses are lost, and the page
 * cannot reach the site otherwise.
 */
export async function loseResponses(page: Page): Promise<void> {
  await page.route('**/api/health*', (route) => route.abort())
  await page.route('**/admin**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRetries: 1 }) // a kept connection may just be closing
    await route.abort().catch(() => {}) // the route may have ended
  })
}

/**
 * Holds posts of the admin from now on. The returned function releases them, or aborts them if `then` is
 * 'abort'.
 */
export async function hold(page: Page, then: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('/admin**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await released
    await route[then]()
  })
  return release
}

/** True for the request that reads the page again: a server action without arguments. */
export const isRefresh = (request: Request) => request.method() === 'POST' && request.postData() === '[]'

/** Holds the page's next refresh. Resolves to its request once it is under way. */
export const holdRefresh = (page: Page) =>
  new Promise<Route>((resolve) => {
    let held: Route | undefined
    void page.route('**/admin**', (route) => {
      if (held || !isRefresh(route.request())) return void route.fallback()
      resolve((held = route))
    })
  })

/** Until `page.unrouteAll()`, no refresh reaches the site. */
export const loseRefreshes = (page: Page) =>
  page.route('**/admin**', (route) => (isRefresh(route.request()) ? route.abort() : route.fallback()))

/** Hides or shows the page's tab. A return to the tab refreshes the page. */
export const setTabVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** Waits until the page is live. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
}
