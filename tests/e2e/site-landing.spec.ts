import type { Locator, Page } from '@playwright/test'
import { place, priceNote } from '@/lib/content/place'
import { faq } from '@/lib/content/faq'
import { type Package, packages } from '@/lib/content/packages'
import { support } from '@/lib/content/support'
import { portfolio, type PortfolioItem } from '@/lib/content/portfolio'
import { closing, hero, howWeWork, reasons } from '@/lib/content/home'
import { footer } from '@/lib/content/navigation'
import { tools } from '@/lib/content/tools'
import { formatShortDate } from '@/lib/dates'
import { expect, shareStudio, test, holdRequests } from './fixtures'

shareStudio()

/** The phone of the hero's drawing; a picture in its place has none. */
const drawn = 'phone' in hero.product.screen ? hero.product.screen.phone : null

test('visitors read packages and prices in order, and open and close a question', async ({ page }) => {
  await page.goto('/')
  await test.step('all sections are there, in order', async () => {
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
    const given = [...[tools.title, reasons.title, portfolio.title], ...[howWeWork.title, closing.title]]
    expect(headings.filter((text) => given.includes(text))).toEqual(given)
    const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
    expect(ids.join(' ')).toBe('hero our-services value-props packages support portfolio contact-about')
    await expect(page.getByRole('link', { name: hero.primary })).toHaveCount(2)
  })
  await test.step('the first screen of a phone has a price, the longest time and the next free call', async () => {
    const first = page.getByRole('region', { name: hero.headline })
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 375, height: 667 })
    const [least, largest] = [packages.items[0], packages.items.at(-1)]
    const price = `${least?.price} in ${least?.timeline}. ${priceNote}.`
    await expect(first.getByText(price)).toBeInViewport({ ratio: 1 })
    await expect(first.getByText(`takes ${largest?.timeline}`)).toBeInViewport({ ratio: 1 })
    await expect(first.getByRole('link', { name: /^Next free call/ })).toBeInViewport({ ratio: 1 })
    const products = await first.getByRole('link', { name: hero.products }).boundingBox()
    expect((products?.y ?? 0) + (products?.height ?? 0), 'a link to the products').toBeLessThanOrEqual(1_100)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height(), 'the whole page of a phone').toBeLessThanOrEqual(8_840)
    await page.setViewportSize({ width: 1280, height: 800 })
    if (drawn) await expect(first.getByText(drawn.action)).toBeInViewport({ ratio: 1 })
    expect(await height(), 'the whole page').toBeLessThanOrEqual(7_350)
    if (wide) await page.setViewportSize(wide)
  })
  await test.step('links to a call look like buttons, in the header too', async () => {
    for (const [name, part] of [
      [hero.primary, 'background-color'],
      ['Get Started', 'background-color'],
      [`${packages.action} ${packages.items[0]?.name}`, 'border-top-color'],
    ] as const)
      await expect(page.getByRole('link', { name }).first(), name).not.toHaveCSS(part, 'rgba(0, 0, 0, 0)')
  })
  await test.step('prices are beside their currency and tax', async () => {
    for (const { id, name, price } of packages.items) {
      const item = page.getByRole('article', { name, exact: true })
      await expect(item.getByText(price, { exact: true })).toBeVisible()
      await expect(item.getByText(priceNote)).toBeVisible()
      await expect(
        item.getByRole('link', { name: `${packages.action} ${name}` }),
        'it is about this one',
      ).toHaveAttribute('href', `/booking?package=${id}`)
    }
    const plans = page.getByRole('region', { name: support.title })
    await expect(plans.getByText(`Prices are ${priceNote}.`)).toBeVisible()
    for (const { price } of support.plans) await expect(plans.getByText(price, { exact: true })).toBeVisible()
  })
  await test.step('three prices compare at a glance, and each line has its meaning below it', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const prices = packages.items.map(({ name, price }) =>
      page.getByRole('article', { name, exact: true }).getByText(price, { exact: true }),
    )
    await prices[0]?.evaluate((price) => price.scrollIntoView({ block: 'center', behavior: 'instant' }))
    for (const price of prices) await expect(price).toBeInViewport({ ratio: 1 })
    const tops = await Promise.all(prices.map(async (price) => (await price.boundingBox())?.y))
    expect(new Set(tops).size, 'on one line').toBe(1)
    for (const { name, features, meanings } of packages.items)
      await expect(page.getByRole('article', { name, exact: true }).getByRole('listitem')).toHaveText(
        features.map((feature) => `${feature}${meanings[feature]}`),
      )
  })
  await test.step('a phone shows all of a package, and the price at the top leads there', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    const scale = packages.items[2] as Package
    await page.getByRole('link', { name: `${scale.name} ${scale.price}` }).click()
    await expect(page).toHaveURL('/#package-scale')
    const item = page.getByRole('article', { name: scale.name, exact: true })
    await expect(item.getByText(scale.price, { exact: true })).toBeInViewport()
    await expect(item.getByRole('listitem').filter({ visible: true })).toHaveCount(scale.features.length)
    await expect(item.getByText(scale.description)).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('one question is open at a time, and it can be closed again', async () => {
    const asked = page.getByRole('region', { name: faq.title })
    const questions = asked.locator('details')
    const open = asked.locator('details[open]')
    await questions.nth(0).locator('summary').click()
    await expect(questions.nth(0).getByText(faq.items[0]?.answer ?? '')).toBeVisible()
    await questions.nth(2).locator('summary').press('Enter')
    await expect(open).toHaveCount(1)
    await expect(questions.nth(2)).toHaveAttribute('open')
    await questions.nth(2).locator('summary').press('Enter')
    await expect(open).toHaveCount(0)
  })
  await test.step('Privacy Policy and Terms of Service say that they are coming', async () => {
    for (const name of footer.comingSoon.labels) {
      const said = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.accept()
        return dialog.message()
      })
      await page.getByRole('button', { name }).click()
      expect(await said).toBe(footer.comingSoon.message)
    }
  })
})

const isMoving = (mark: Element) =>
  mark
    .closest('ul')
    ?.getAnimations()
    .some(({ playState }) => playState === 'running')

async function expectShown(carousel: Locator, nth: number) {
  await expect(carousel.getByRole('status')).toHaveText(`${nth} of 3`)
  const { name, website, sample } = portfolio.items[nth - 1] as PortfolioItem
  const links = carousel.getByRole('link')
  const isLinked = website && !sample // a sample's address leads nowhere
  await expect(links, 'a slide out of sight can be reached').toHaveCount(isLinked ? 1 : 0)
  if (isLinked) await expect(links).toHaveAccessibleName(`Visit website of ${name} (opens in a new tab)`)
  else await expect(carousel.getByText('Link coming soon').filter({ visible: true })).toHaveCount(1)
}

/** Expects that the element is within the screen's sides. */
async function expectWithin(element: Locator, page: Page) {
  const { x, width } = (await element.boundingBox()) ?? { x: -1, width: 0 }
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

test('a late next free call and late product buttons move nothing, and work @full', async ({ page }) => {
  const answer = await holdRequests(page, '**/api/slots/next')
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Next free call' })
  await test.step('the next free call appears in its reserved room', async () => {
    await expect(link).toHaveCount(0)
    await expect(page.getByText(hero.opens)).toBeVisible()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    answer()
    await expect(link).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    // A link's underline does not cross a box within it.
    await expect(link.first().locator('span').first(), 'its underline goes to its end').toHaveCSS(
      'text-decoration-line',
      'underline',
    )
  })
  await test.step('the products’ buttons appear in their reserved room, once they work', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.waitForLoadState('networkidle')
    const arrive = await holdRequests(page, '**/*.js')
    const carousel = page.getByRole('group', { name: portfolio.title })
    const loading = page.waitForRequest('**/*.js')
    await carousel.scrollIntoViewIfNeeded()
    await loading
    await expect(carousel.getByRole('button')).toHaveCount(0)
    const top = async () => (await carousel.getByRole('group', { name: '1 of 3' }).boundingBox())?.y
    const before = await top()
    arrive()
    await expect(carousel.getByRole('button')).toHaveCount(2)
    expect(await top(), 'the first product has moved').toBe(before)
  })
  await test.step('the next free call is the studio’s, and leads to its day', async () => {
    const [, day, time] =
      /^Next free call: (.+), (\d+:\d\d [ap]m) NZ[DS]T$/.exec(await link.first().innerText()) ?? []
    await link.first().click()
    await expect(page).toHaveURL(/\/booking\?date=/)
    const date = new URL(page.url()).searchParams.get('date') ?? ''
    expect(day).toBe(formatShortDate(date))
    await expect(page.getByRole('radio').first()).toHaveAccessibleName(new RegExp(`^${time}`))
  })
})

test('a missing next free call, picture or script breaks nothing else on the page @full', async ({
  page,
  complaints,
}) => {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/slots/next'))
  await page.route(/\/api\/slots\/next/, (route) => route.abort())
  await page.route('**/portfolio/**', (route) => route.abort())
  await page.goto('/', { waitUntil: 'networkidle' })
  await failed
  const nextCall = page.getByRole('link', { name: 'Next free call' }).first()
  await expect(nextCall).toHaveCount(0)
  const lookAgain = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await test.step('the next free call comes when the page gets the focus again, and is not yesterday’s', async () => {
    await page.unroute(/\/api\/slots\/next/)
    await lookAgain()
    await expect(nextCall).toBeVisible()
    const instant = '2027-01-03T20:00:00.000Z'
    const later = { date: '2027-01-04', instant, words: `Mon 4 Jan, 9:00 am ${place.zoneNames.summer}` }
    await page.route('**/api/slots/next', (route) => route.fulfill({ json: later }))
    await page.clock.setFixedTime(Date.now() + 86_400_000)
    await lookAgain()
    await expect(nextCall).toHaveText(`Next free call: ${later.words}`)
  })

  const script = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'))
  await page.route('**/*.js', (route) => route.abort())
  const carousel = page.getByRole('group', { name: portfolio.title })
  await carousel.scrollIntoViewIfNeeded()
  await script
  await test.step('a missing picture keeps its place and its words', async () => {
    const picture = carousel.getByRole('img', { name: portfolio.items[0]?.alt })
    await expect(picture).toHaveJSProperty('tagName', 'DIV')
    expect((await picture.boundingBox())?.height).toBeGreaterThan(100)
  })
  await test.step('the row of products still scrolls', async () => {
    const third = carousel.getByRole('img', { name: portfolio.items[2]?.alt })
    await third.scrollIntoViewIfNeeded()
    await expect(third).toBeInViewport()
    await expect(carousel.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'That did not work' })).toHaveCount(0)
  })
  // The browser logs each missing file; any other line is an error of the site.
  const other = complaints.splice(0).filter((line) => !/ERR_FAILED|Failed to load chunk/.test(line))
  expect(other).toEqual([])
})

test('all text is readable on phones and wide screens, motion can be paused, products loop @full', async ({
  page,
}) => {
  const size = (text: Locator) => text.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
  await page.setViewportSize({ width: 375, height: 600 })
  await page.goto('/', { waitUntil: 'networkidle' })
  if (drawn)
    await test.step('the hero’s drawing is finished once it is in sight, in words that can be read', async () => {
      const words = page.getByText(Object.keys(drawn.facts).at(-1) ?? '-')
      const list = page.locator('ul', { has: words })
      await expect(list, 'out of sight it waits').toHaveCSS('opacity', '0')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await expect(list, 'but not for people who want no motion').toHaveCSS('opacity', '1')
      await page.emulateMedia({ reducedMotion: null })
      await expect(list).toHaveCSS('opacity', '0')
      await list.scrollIntoViewIfNeeded()
      await expect(list).toHaveCSS('opacity', '1')
      expect(await size(words), 'px, of its words').toBeGreaterThanOrEqual(12)
      const last = page.getByText(drawn.action)
      await expect(last, 'the last piece comes by itself').toHaveCSS('opacity', '1')
      await expectWithin(last, page)
    })
  await test.step('a phone gets a picture of a product made for it, and no word of it is cut', async () => {
    const [product] = portfolio.items
    const screen = page.getByRole('img', { name: product?.alt })
    await screen.scrollIntoViewIfNeeded()
    await expect(screen).toHaveJSProperty('complete', true)
    await expectWithin(screen, page)
    const { source, cut } = await screen.evaluate((image: HTMLImageElement) => ({
      source: new URL(image.currentSrc).pathname,
      cut: Math.abs(image.naturalWidth / image.naturalHeight - image.clientWidth / image.clientHeight),
    }))
    expect(source).toBe(product?.phoneImage)
    expect(cut, 'of its shape').toBeLessThan(0.02)
  })
  await test.step('the footer has two columns on a phone', async () => {
    const top = async (name: string) =>
      (await page.getByRole('contentinfo').getByRole('link', { name }).boundingBox())?.y
    const [left, right] = footer.columns
    expect(await top(right?.items[0]?.label ?? '-')).toBe(await top(left?.items[0]?.label ?? '-'))
    expect(await top(footer.contact.items[1]?.label ?? '-')).toBe(
      await top(footer.contact.items[0]?.label ?? '-'),
    )
  })
  const texts = [
    page.getByRole('heading', { level: 1 }),
    page.getByText(packages.items[0]?.description ?? ''),
  ]
  await page.setViewportSize({ width: 1280, height: 800 })
  const before = await Promise.all(texts.map(size))
  expect(before[1], 'px, of a package’s words').toBeGreaterThanOrEqual(17)
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const [nth, text] of texts.entries()) expect(await size(text)).toBeGreaterThan(before[nth] ?? 0)

  await test.step('the logo strip drifts, can be paused, and stands still for people who want no motion', async () => {
    const first = page.getByText(tools.marks[0]?.title ?? '-').first()
    const left = async () => (await first.boundingBox())?.x ?? 0
    // Uses no Playwright click, because that waits until the strip is still.
    await first.evaluate((mark) => mark.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const before = await left()
    await expect.poll(left).not.toBe(before)
    await page.getByRole('button', { name: 'Pause the logo strip' }).click()
    await expect(page.getByRole('button', { name: 'Play the logo strip' })).toBeVisible()
    expect(await first.evaluate(isMoving)).toBe(false)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(page.getByRole('button', { name: /the logo strip/ })).toBeHidden()
    await expect(
      page.getByText(tools.marks[0]?.title ?? '-'),
      'no second copy where nothing drifts',
    ).toHaveCount(1)
    const marks = page
      .locator('li', { has: page.locator('use[href^="/tools.svg"]') })
      .filter({ visible: true })
    const places = await marks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const firstRow = places.filter(({ y }) => y === places[0]?.y)
    const columns = new Set(places.map(({ x }) => Math.round(x)))
    expect(columns.size, 'still they stand in columns').toBe(firstRow.length)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })
  await test.step('the products go round in a loop', async () => {
    const carousel = page.getByRole('group', { name: portfolio.title })
    await carousel.scrollIntoViewIfNeeded()
    await expectShown(carousel, 1)
    await carousel.getByRole('button', { name: 'Next product' }).click()
    await expectShown(carousel, 2)
    await page.keyboard.press('ArrowRight')
    await expectShown(carousel, 3)
    await page.keyboard.press('ArrowRight')
    await expectShown(carousel, 1)
    await carousel.getByRole('button', { name: 'Previous product' }).click()
    await expectShown(carousel, 3)
  })
})
