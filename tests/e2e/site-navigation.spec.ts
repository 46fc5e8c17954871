import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { about } from '@/lib/content/about'
import { hero } from '@/lib/content/home'
import { footer } from '@/lib/content/navigation'
import { sectionLinks } from '@/lib/content/sections'
import { site } from '@/lib/content/studio'
import { expect, shareStudio, test, tapAt } from './fixtures'

shareStudio()
// One test checks smooth scrolling, because each step costs a frame.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const labels = Object.fromEntries(sectionLinks.map(({ section, label }) => [section, label])) as Record<
  (typeof sectionLinks)[number]['section'],
  string
>
/** The footer's link to the packages. */
const pricing = footer.columns
  .flatMap(({ items }) => items)
  .find((item) => 'section' in item && item.section === 'packages')?.label
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const top = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

/** Expects that a section is just under the fixed header, and has the focus. */
async function expectAt(page: Page, id: string) {
  await expect.poll(() => top(page, id), `#${id} is not brought into view`).toBeLessThan(100)
  await expect.poll(() => top(page, id), `#${id} hides under the header`).toBeGreaterThanOrEqual(60)
  expect(await focused(page), 'the next Tab goes on from somewhere else').toBe(id)
}

test('scroll links bring their section into view, and the header marks the current section', async ({
  page,
}) => {
  await page.goto('/')
  const current = main(page).locator('[aria-current]')
  await expect(current).toHaveText(labels.hero)
  await test.step('the skip link leads past the header', async () => {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: hero.primary }).first()).toBeFocused()
  })
  for (const [name, id] of [
    [labels.packages, 'packages'],
    [labels.portfolio, 'portfolio'],
    [labels['value-props'], 'value-props'],
  ] as const) {
    await main(page).getByRole('link', { name }).click()
    await expectAt(page, id)
    await expect(current).toHaveText(name)
    await expect(page).toHaveURL(`/#${id}`)
  }
  await test.step('Back leads through the sections', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/#portfolio')
    await expect.poll(() => top(page, 'portfolio')).toBeLessThan(100)
  })
  await test.step('an item becomes active when its section has reached a third of the window', async () => {
    const third = (page.viewportSize()?.height ?? 0) / 3
    const place = (await top(page, 'packages')) + (await page.evaluate(() => scrollY))
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), place - third - 20)
    await expect(current).toHaveText(labels['value-props'])
    await page.evaluate(() => scrollBy({ top: 25, behavior: 'instant' }))
    await expect(current).toHaveText(labels.packages)
  })
  await page.evaluate(() => (location.hash = 'contact'))
  await expect(page, 'the booking page is the contact').toHaveURL('/booking')
})

test('a scroll link of another page leads to its section, #contact to /booking, and Back returns', async ({
  page,
}) => {
  await page.goto('/about')
  await test.step('#contact on / becomes /booking without leaving a step behind', async () => {
    await page.goto('/#contact')
    await expect(page).toHaveURL('/booking')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
  await expect(main(page).locator('[aria-current=page]')).toHaveText('About')
  await page.getByRole('contentinfo').getByRole('link', { name: pricing }).click()
  await expect(page).toHaveURL('/#packages')
  await expectAt(page, 'packages')
  await main(page).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect.poll(() => page.evaluate(() => scrollY), 'a new page begins at its top').toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/#packages')
  await expect.poll(() => top(page, 'packages'), 'the former position is lost').toBeLessThan(100)
  await test.step('Back returns to a page after its skip link was used', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await expect(page).toHaveURL('/#main')
    await main(page).getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: about.foundersTitle })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/#main')
    await expect(page.getByRole('heading', { name: about.foundersTitle })).toHaveCount(0)
  })
})

/**
 * Turns the page into one of an earlier build until its next load: the responses to its router have
 * another build's id.
 */
async function deploy(page: Page): Promise<void> {
  const build = readFileSync('.next/BUILD_ID', 'utf8')
  await page.route(/_rsc=/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    expect(body, 'the id of a build has moved').toContain(build)
    await route.fulfill({ response, body: body.replaceAll(build, 'a-later-build') })
  })
}

test('after a deploy a section link works at the first press, from another page too @full', async ({
  page,
}) => {
  const requests: string[] = []
  await page.goto('/')
  await deploy(page)
  page.on('request', (request) => requests.push(request.url()))
  await main(page).getByRole('link', { name: labels.packages }).click()
  await expectAt(page, 'packages')
  await expect(page).toHaveURL('/#packages')
  expect(
    requests.filter((url) => new URL(url).pathname === '/'),
    'the page is asked for again',
  ).toEqual([])

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: pricing }).click()
  await expectAt(page, 'packages')
  await expect(page).toHaveURL('/#packages')
})

/**
 * The scroll positions of the page since the last call, frame by frame. An init script records them.
 */
const scrollPositions = (page: Page) =>
  page.evaluate(() => (window as unknown as { places: number[] }).places.splice(0))

test('a hash, visited or typed, scrolls smoothly to its section; Back jumps at once @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const places: number[] = []
    Object.assign(window, { places })
    const look = () => {
      if (places.at(-1) !== scrollY) places.push(scrollY)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // A small window, so that the browser renders every frame.
  await page.setViewportSize({ width: 640, height: 480 })
  const typeHash = (hash: string) => page.evaluate((typed) => (location.hash = typed), hash)
  await page.goto('/#support')
  await expectAt(page, 'support')
  expect((await scrollPositions(page)).length, 'places on the way at a visit').toBeGreaterThan(10)
  await typeHash('#packages')
  await expectAt(page, 'packages')
  expect((await scrollPositions(page)).length, 'places on the way of a typed hash').toBeGreaterThan(10)
  await page.goBack()
  await expectAt(page, 'support')
  expect((await scrollPositions(page)).length, 'places on the way back').toBeLessThan(4)
  await test.step('it jumps at once for people who want no motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/?#support')
    await expectAt(page, 'support')
    await typeHash('#packages')
    await expectAt(page, 'packages')
    expect((await scrollPositions(page)).length, 'places on the way').toBeLessThan(5)
  })
})

test('the second press on a scroll link hits nothing that passes under the pointer @full', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 640, height: 480 })
  await page.goto('/', { waitUntil: 'networkidle' })
  const link = page.getByRole('link', { name: hero.secondary })
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const press = await tapAt(link)
  const from = await page.evaluate(() => scrollY)
  await press()
  await page.waitForFunction((start) => scrollY > start + 100, from)
  await press()
  await expectAt(page, 'packages')
  await expect(page).toHaveURL('/#packages')
})

/**
 * The texts in this element that take more than one line, are cut off or are outside the window.
 */
function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  const range = document.createRange()
  while (texts.nextNode()) {
    const { parentElement: box, textContent: words } = texts.currentNode
    if (!box?.checkVisibility() || box.clientWidth === 1) continue
    range.selectNodeContents(texts.currentNode)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
    const { left, right } = range.getBoundingClientRect()
    const cut = box.scrollWidth > box.clientWidth && getComputedStyle(box).display !== 'inline'
    if (lines.size > 1 || cut || left < 0 || right > innerWidth) broken.push(String(words))
  }
  return broken
}

const longName = 'Greywacke & Kelp Studios'

test('on a phone the menu opens, closes on Escape with the focus back, and closes on a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const packages = main(page).getByRole('link', { name: labels.packages })
  await expect(packages).toBeHidden()
  await menu.click()
  await expect(packages).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(packages).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await packages.click()
  await expect(packages).toBeHidden()
  await expectAt(page, 'packages')
  await menu.click()
  await main(page).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(packages).toBeHidden()
  await test.step('on a low screen the menu scrolls to its last link', async () => {
    await page.setViewportSize({ width: 568, height: 320 })
    await menu.click()
    await main(page).getByRole('link', { name: labels.portfolio }).hover()
    await page.mouse.wheel(0, 1000)
    await expect(main(page).getByRole('link', { name: 'Get Started' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
  })
  await test.step('the header’s words stay whole and on one line from 320 to 1280 px, with a name of 24 characters too', async () => {
    const home = page.locator('header a span').first()
    for (const name of process.env.SOAK ? [site.name, longName] : [longName]) {
      await home.evaluate((element, text) => (element.textContent = text), name)
      for (const width of process.env.SOAK
        ? [320, 375, 640, 768, 900, 1023, 1024, 1280]
        : [320, 1023, 1024]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await page.locator('header').evaluate(brokenWords), `${name}, ${width} px`).toEqual([])
      }
    }
  })
  await test.step('in a browser without popovers too', async () => {
    // Simulates a browser without popovers.
    await page.addInitScript(() => {
      for (const name of ['popover', 'hidePopover', 'showPopover', 'togglePopover'])
        Reflect.deleteProperty(HTMLElement.prototype, name)
    })
    const asIfUnknown = /\/about$|\.css/
    await page.route(asIfUnknown, async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: body.replace(/ popover(target)?="[^"]*"/gi, '').replaceAll(':popover-open', ':unknown'),
      })
    })
    await page.setViewportSize({ width: 568, height: 320 })
    await page.goto('/about', { waitUntil: 'networkidle' })
    await expect(menu).not.toHaveAttribute('popovertarget')
    await expect(packages).toBeHidden()
    await menu.click()
    await main(page).getByRole('link', { name: labels.portfolio }).hover()
    await page.mouse.wheel(0, 1000)
    await expect(main(page).getByRole('link', { name: 'Get Started' })).toBeInViewport({ ratio: 1 })
    await menu.click()
    await expect(packages).toBeHidden()
    await menu.click()
    await main(page).getByRole('link', { name: 'About' }).click()
    await expect(packages).toBeHidden()
  })
})
