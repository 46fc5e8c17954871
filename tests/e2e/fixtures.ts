import AxeBuilder from '@axe-core/playwright'
import { gzipSync } from 'node:zlib'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { MONDAY, shareStudio, signIn as postSignIn, test as base } from '../http/fixtures'
import { ownAhead } from '../studio'
import { tier } from '../tier'

interface Fixtures {
  /**
   * Every page's console errors and uncaught exceptions; a test that provokes one empties it after
   * asserting on it.
   */
  complaints: string[]
  /** A page in another person's browser; signed out unless the options say otherwise. */
  otherBrowser: (options?: BrowserContextOptions) => Promise<Page>
}
/**
 * The tests' studio in a browser, and a failure for every unexpected complaint in the browser's
 * console.
 */
export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      listen(context, complaints)
      await use(complaints)
      expect(complaints, 'the browser’s console').toEqual([])
    },
    { auto: true },
  ],
  otherBrowser: async ({ browser, baseURL, complaints, studioOptions: { now } }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, storageState: undefined, ...options })
      if (options?.storageState) await setStudioClock(context, now)
      contexts.push(context)
      listen(context, complaints)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/**
 * For a browser that is signed in: with another clock than the studio's it would take its session
 * for ended. Visitors' have their own, because Playwright would replace their `performance`.
 */
export async function setStudioClock(context: BrowserContext, now: string | undefined): Promise<void> {
  const time = now ?? (ownAhead === 0 ? undefined : new Date())
  if (time) await context.clock.setFixedTime(time)
}

function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
}

/**
 * Axe for the page. The title is waited for and not left to axe, since Next takes it away for a
 * moment when it shows another address.
 */
export async function axe(page: Page) {
  await expect(page).toHaveTitle(/\S/)
  // Its legacy mode looks into no frame of another origin, of which there is none, and opens no
  // page for its results.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'] }) // what passes is not described
    .disableRules('document-title')
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Why axe cannot tell a contrast: words lie over a drawing. tests/unit/contrast.test.ts measures those. */
const OVER_DRAWING = ['imgNode', 'elmPartiallyObscuring']

/** What axe found, and what it could not tell but for words over a drawing: each rule with its element. */
export function axeFindings({ violations, incomplete }: AxeResults) {
  const isOverDrawing = ({ any }: AxeResults['incomplete'][number]['nodes'][number]) =>
    any.some(({ data }) => OVER_DRAWING.includes((data as { messageKey?: string } | null)?.messageKey ?? ''))
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes.filter((node) => !isOverDrawing(node)).map(({ target }) => `${id} ${target.join(' ')}`),
  )
}

/**
 * What axe finds on the page; with CSS selectors only in these parts, once they are there, but for
 * a soak.
 */
export async function axeViolations(page: Page, parts: string[] = []) {
  for (const part of parts) await expect(page.locator(part).first()).toBeAttached()
  const builder = await axe(page)
  if (!process.env.SOAK) for (const part of parts) builder.include(part)
  return (await builder.analyze()).violations
}

/**
 * Widths and colour schemes in which axe looks at a page: all of them in a soak, each once in the full
 * tier, a phone and a wide screen in light in the quick one.
 */
export const axeLooks = [375, 768, 1280].flatMap((width, at) =>
  (['light', 'dark'] as const)
    .map((colorScheme) => ({ width, colorScheme }))
    .filter(
      (_, scheme) => process.env.SOAK || (tier === 'quick' ? scheme === 0 && at !== 1 : scheme === at % 2),
    ),
)

/** Signs in, and opens the admin. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await postSignIn(page.context().request, person)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin(\?view=|$)/)
}

/**
 * Expects that two elements, both on the screen, or the box of one that was there and an element,
 * share no part of it.
 */
export async function expectApart(one: Locator | Box | null, other: Locator): Promise<void> {
  const [a, b] = [one && 'boundingBox' in one ? await boxOf(one) : one, await boxOf(other)]
  if (!a || !b) throw new Error('An element has gone.')
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  expect(apart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true)
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

async function boxOf(element: Locator): Promise<Box | null> {
  await expect(element).toBeInViewport()
  return element.boundingBox()
}

/** Bytes, gzipped, of the scripts that a page's HTML asks a present-day browser for. */
export async function scriptBytes(request: APIRequestContext, path: string): Promise<number> {
  const html = await (await request.get(path)).text()
  const tags = [...html.matchAll(/<script[^>]*src="([^"]+)"[^>]*>/g)].filter(
    ([tag]) => !/nomodule/i.test(tag),
  )
  let bytes = 0
  for (const src of new Set(tags.map(([, src = '']) => src))) {
    bytes += gzipSync(await (await request.get(src)).body(), { level: 9 }).length
  }
  return bytes
}

export { expect, MONDAY, shareStudio }
