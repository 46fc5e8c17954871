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
   * The console errors and uncaught exceptions of every page. A test that provokes one empties the list
   * after asserting on it.
   */
  complaints: string[]
  /** A page in another person's browser, by default signed out. */
  otherBrowser: (options?: BrowserContextOptions) => Promise<Page>
}
/**
 * The studio's test with a browser. It fails for every unexpected line in the browser's console.
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
 * Sets a signed-in browser to the studio's clock, because otherwise its session would look expired.
 * Visitors' browsers keep their own clock, because Playwright would replace their `performance`.
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
 * Axe for the page. Waits for the title itself, because Next removes it for a moment during a
 * navigation.
 */
export async function axe(page: Page) {
  await expect(page).toHaveTitle(/\S/)
  // The legacy mode opens no page for the results. It ignores frames of other origins, and there are
  // none.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations', 'incomplete'] }) // leaves out passed rules
    .disableRules('document-title')
}

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Axe's reasons for unknown contrast over a drawing. tests/unit/contrast.test.ts measures that contrast. */
const OVER_DRAWING = ['imgNode', 'elmPartiallyObscuring']

/** Axe's violations and undecided rules, except for text over a drawing; each rule with its element. */
export function axeFindings({ violations, incomplete }: AxeResults) {
  const isOverDrawing = ({ any }: AxeResults['incomplete'][number]['nodes'][number]) =>
    any.some(({ data }) => OVER_DRAWING.includes((data as { messageKey?: string } | null)?.messageKey ?? ''))
  return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
    nodes.filter((node) => !isOverDrawing(node)).map(({ target }) => `${id} ${target.join(' ')}`),
  )
}

/**
 * Axe's violations on the page. Except in a soak, `parts` limits it to these CSS selectors, once they
 * exist.
 */
export async function axeViolations(page: Page, parts: string[] = []) {
  for (const part of parts) await expect(page.locator(part).first()).toBeAttached()
  const builder = await axe(page)
  if (!process.env.SOAK) for (const part of parts) builder.include(part)
  return (await builder.analyze()).violations
}

/**
 * The widths and colour schemes for axe: all combinations in a soak, each value once in the full tier, a
 * phone and a wide screen, both light, in the quick tier.
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

/** Holds the page's requests to these URLs. Returns a function that lets them go on. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Returns a function that taps where the element is now, also after it has gone. */
export async function tapAt(element: Locator): Promise<() => Promise<void>> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element has gone.')
  return () => element.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/**
 * Expects that two visible elements do not overlap. `one` may be the box of an element that has gone.
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

/** The gzipped bytes of the scripts in a page's HTML for a current browser. */
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
