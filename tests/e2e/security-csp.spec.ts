import type { BrowserContext, Page } from '@playwright/test'
import { people } from '../people'
import { expect, shareStudio, signIn, test } from './fixtures'

shareStudio()

/** Collects the policy violations of a context's pages, from now on. */
async function collectViolations(context: BrowserContext): Promise<string[]> {
  const found: string[] = []
  await context.exposeBinding('reportViolation', ({ page }, what: string) => {
    found.push(`${new URL(page.url()).pathname}: ${what}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (what: string) => void }).reportViolation
      report(`${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`)
    })
  })
  return found
}

/**
 * Looks at a page as a person does: to its end and back, until nothing more is fetched. Returns the
 * pages it links to.
 */
async function look(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.mouse.wheel(0, 20_000)
  await page.waitForLoadState('networkidle')
  return page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
}

/** Scripts that somebody else has written into the page, in three ways. */
async function intrude(page: Page): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.ran = true">')
    document.body.insertAdjacentHTML('beforeend', '<a href="javascript:window.ran = true">press</a>')
  })
  await page.getByRole('link', { name: 'press' }).dispatchEvent('click')
}

test('no visitor runs a script that somebody else wrote into a page, and no page breaks its own policy', async ({
  page,
  complaints,
}) => {
  const violations = await collectViolations(page.context())
  const missing = ['/nowhere', '/booking/manage/x/y', '/booking/manage/erased/x']
  const seen = new Set(['/', '/login', '/booking/manage/erased', '/offer/x', ...missing])
  for (const path of seen) {
    for (const next of await look(page, path)) seen.add(next)
    expect(violations, path).toEqual([])
    expect(complaints.splice(0), path).toEqual(
      missing.includes(path) ? [expect.stringContaining('404 (Not Found)')] : [],
    )
    await intrude(page)
    await expect.poll(() => [violations.length, complaints.length], path).toEqual([3, 3])
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false)
    violations.length = complaints.length = 0
  }
  expect([...seen]).toEqual(expect.arrayContaining(['/', '/about', '/booking']))
})

test('nothing of the admin is stopped by its own policy: reads, live updates, toasts and dialogs', async ({
  page,
}) => {
  const violations = await collectViolations(page.context())
  await signIn(page, people.admin)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await look(page, '/admin')
  expect(violations).toEqual([])
})
