import type { BrowserContext, Page } from '@playwright/test'
import { expect, shareStudio, test } from './fixtures'

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

/** Foreign scripts in the page, written in three ways. */
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

// build.spec.ts checks that each page has such a policy. Every test fails if a page breaks its own policy,
// because the browser logs it on its console.
test('no visitor runs a foreign script in a prerendered, rendered or missing page', async ({
  page,
  complaints,
}) => {
  const violations = await collectViolations(page.context())
  for (const path of ['/', '/booking', '/booking/manage/x/y']) {
    await page.goto(path)
    if (path.endsWith('y')) expect(complaints.splice(0)).toEqual([expect.stringContaining('404 (Not Found)')])
    await intrude(page)
    await expect.poll(() => [violations.length, complaints.length], path).toEqual([3, 3])
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false)
    violations.length = complaints.length = 0
  }
})
