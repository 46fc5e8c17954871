import type { BrowserContext, Page } from '@playwright/test'
import { setTimeout } from 'node:timers/promises'
import { site } from '@/lib/content/studio'
import { ahead } from '../dates'
import type { Studio } from '../studio'
import { expect, shareStudio, test } from './fixtures'
import { bookLink } from './manage'
import { makeOffer } from './offers'

shareStudio()

// The browser logs each missing script; any other line is an error of the site.
test.afterEach(({ complaints }) => {
  const other = complaints.splice(0).filter((line) => !/ERR_FAILED|ChunkLoadError|Failed to load/.test(line))
  expect(other).toEqual([])
})

/** The milliseconds after which a requested script fails. */
const FORMS = [0, 600, 2_500, 20_000]

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const result = '/start?who=people&first=one-thing&pay=no&ai=no&have=idea'

/** The public pages of one visitor: a call and an offer. */
async function ownPages(studio: Studio) {
  const call = await bookLink(studio, { name: 'Reading Rua', date: ahead('2026-12-14') })
  const { path: offer } = await makeOffer(studio, 'Reading Rewi')
  return { call, offer }
}

/** A page's heading, and the scripts that it requests, in order. */
async function visit(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await page.goto(path, { waitUntil: 'networkidle' })
  const heading = await title(page).innerText()
  await page.close()
  return { path, heading, scripts: [...scripts] }
}

/** Visits a page while one of its scripts always fails, and expects the whole page. */
async function expectKept(
  context: BrowserContext,
  { path, heading }: { path: string; heading: string },
  script: string,
  after: number,
) {
  const page = await context.newPage()
  await page.route(script, async (route) => {
    await setTimeout(after)
    await route.abort()
  })
  // The loader's second try comes at most half a second after the first.
  await page.goto(path, { waitUntil: 'networkidle', timeout: 60_000 })
  const which = `${path} without ${script} after ${after} ms`
  await expect(title(page), which).toHaveText(heading)
  await expect(page.getByRole('contentinfo'), which).toBeAttached()
  await page.close()
}

test(
  'every public page stays readable if any script fails, at once or later',
  { tag: '@soak' },
  async ({ context, studio }) => {
    const { call, offer } = await ownPages(studio)
    for (const path of ['/', '/about', '/start', result, '/booking', '/booking/manage/erased', call, offer])
      await test.step(path, async () => {
        const visited = await visit(context, path)
        expect(visited.scripts.length).toBeGreaterThan(8)
        for (const after of FORMS) {
          // Few pages at once, so that the other scripts run before that one fails.
          const scripts = [...visited.scripts]
          while (scripts.length > 0)
            await Promise.all(
              scripts
                .splice(0, Math.ceil((after || 600) / 600))
                .map((script) => expectKept(context, visited, script, after)),
            )
        }
      })
  },
)

test('a page stays readable if a script fails, and hydrates if its second try succeeds @full', async ({
  context,
  page,
  studio,
}) => {
  const { offer } = await ownPages(studio)
  const pages = await Promise.all(['/', result, offer].map((path) => visit(context, path)))
  // Three scripts of every page, besides the framework's own, without which nothing starts.
  const shared = pages[0]?.scripts.filter((one) => pages.every(({ scripts }) => scripts.includes(one))) ?? []
  await Promise.all(
    pages.map((visited, at) => expectKept(context, visited, shared.slice(-3)[at] ?? '', FORMS[at] ?? 0)),
  )

  await test.step('the page requests a failed script again', async () => {
    let tries = 0
    await page.route(shared.at(-1) ?? '', async (route) => {
      if (++tries > 1) return route.continue()
      await setTimeout(600)
      return route.abort()
    })
    await page.goto('/booking')
    await expect(page.locator('form[novalidate]'), 'the scripts run').toBeAttached()
  })
})

test('a page that fails to render becomes an error page with the studio’s e-mail address @full', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    const { addEventListener } = window
    window.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | object,
    ) => {
      if (type === 'hashchange') throw new Error('The frame fails')
      addEventListener(type, listener, options)
    }
  })
  await page.goto('/about')
  await expect(title(page)).toHaveText('That did not work')
  await expect(page.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`)
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveJSProperty('href', page.url())
  expect(complaints.splice(0).join()).toContain('The frame fails')
})
