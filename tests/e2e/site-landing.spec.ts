import { faq } from '@/lib/content/faq'
import { portfolio, type PortfolioItem } from '@/lib/content/portfolio'
import { formatShortDate } from '@/lib/dates'
import { expect, test } from './fixtures'

test('the sections come in the order of the specification', async ({ page }) => {
  await page.goto('/')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  const given = [
    'Powered by industry-leading tools',
    'Why Founders Work With Us',
    'Recent Products',
    'How We Work',
    'Your Launch, Done Right',
  ]
  expect(headings.filter((text) => given.includes(text))).toEqual(given)
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
  expect(ids).toEqual([
    'hero',
    'our-services',
    'value-props',
    'packages',
    'support',
    'portfolio',
    'contact-about',
  ])
  await expect(page.getByRole('link', { name: 'Start Your Project' })).toHaveCount(2)
})

test('prices stand beside their currency and tax', async ({ page }) => {
  await page.goto('/')
  for (const [name, price] of [
    ['Starter', '$6,500'],
    ['Growth', '$12,000'],
    ['Scale', '$25,000+'],
  ] as const) {
    const item = page.getByRole('article', { name, exact: true })
    await expect(item.getByText(price, { exact: true })).toBeVisible()
    await expect(item.getByText('NZD, excl. GST')).toBeVisible()
  }
})

test('the products go round in a loop by button and by key, and say which one is shown', async ({ page }) => {
  await page.goto('/')
  const carousel = page.getByRole('group', { name: 'Recent Products' })
  const expectShown = async (nth: number) => {
    await expect(carousel.getByRole('status')).toHaveText(`${nth} of 3`)
    const { name, website } = portfolio.items[nth - 1] as PortfolioItem
    const links = carousel.getByRole('link')
    await expect(links, 'a slide out of sight can be reached').toHaveCount(website ? 1 : 0)
    if (website) await expect(links).toHaveAccessibleName(`Visit website of ${name} (opens in a new tab)`)
    else await expect(carousel.getByText('Link coming soon').filter({ visible: true })).toHaveCount(1)
  }
  await carousel.scrollIntoViewIfNeeded()
  await expectShown(1)
  await carousel.getByRole('button', { name: 'Next product' }).click()
  await expectShown(2)
  await page.keyboard.press('ArrowRight')
  await expectShown(3)
  await page.keyboard.press('ArrowRight')
  await expectShown(1)
  await carousel.getByRole('button', { name: 'Previous product' }).click()
  await expectShown(3)
})

test('the products’ buttons come with what they do, into room that was kept for them', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto('/', { waitUntil: 'networkidle' })
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/*.js', (route) => held.then(() => route.continue()))
  const carousel = page.getByRole('group', { name: 'Recent Products' })
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

test('when the script of the products’ buttons cannot be loaded, the row scrolls as it did', async ({
  page,
  complaints,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.route('**/*.js', (route) => route.abort())
  const carousel = page.getByRole('group', { name: 'Recent Products' })
  await carousel.scrollIntoViewIfNeeded()
  await expect.poll(() => complaints.length).toBeGreaterThan(0)
  const third = carousel.getByRole('img', { name: portfolio.items[2]?.alt })
  await third.scrollIntoViewIfNeeded()
  await expect(third).toBeInViewport()
  await expect(carousel.getByRole('button')).toHaveCount(0)
  complaints.length = 0
})

test('a product whose picture cannot be shown keeps its place and its words', async ({
  page,
  complaints,
}) => {
  await page.route('**/portfolio/*', (route) => route.abort())
  await page.goto('/')
  const carousel = page.getByRole('group', { name: 'Recent Products' })
  await carousel.scrollIntoViewIfNeeded()
  const picture = carousel.getByRole('img', { name: portfolio.items[0]?.alt })
  await expect(picture).toHaveJSProperty('tagName', 'DIV')
  expect((await picture.boundingBox())?.height).toBeGreaterThan(100)
  await expect.poll(() => complaints.length).toBeGreaterThan(0)
  complaints.length = 0
})

test('one question is open at a time, and it can be closed again', async ({ page }) => {
  await page.goto('/')
  const questions = page.locator('details')
  const open = page.locator('details[open]')
  await questions.nth(0).locator('summary').click()
  await expect(questions.nth(0).getByText(faq.items[0]?.answer ?? '')).toBeVisible()
  await questions.nth(2).locator('summary').press('Enter')
  await expect(open).toHaveCount(1)
  await expect(questions.nth(2)).toHaveAttribute('open')
  await questions.nth(2).locator('summary').press('Enter')
  await expect(open).toHaveCount(0)
})

test('the logo strip drifts, can be paused, and stands still for people who want no motion', async ({
  page,
}) => {
  await page.goto('/')
  const first = page.getByText('Next.js').first()
  const left = async () => (await first.boundingBox())?.x ?? 0
  await first.scrollIntoViewIfNeeded()
  const before = await left()
  await expect.poll(left).not.toBe(before)
  await page.getByRole('button', { name: 'Pause the logo strip' }).click()
  await expect(page.getByRole('button', { name: 'Play the logo strip' })).toBeVisible()
  const running = () =>
    first.evaluate((mark) =>
      mark
        .closest('ul')
        ?.getAnimations()
        .some(({ playState }) => playState === 'running'),
    )
  expect(await running()).toBe(false)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.getByRole('button', { name: /the logo strip/ })).toBeHidden()
  await expect(page.getByText('Next.js').filter({ visible: true })).toHaveCount(1)
})

test('Privacy Policy and Terms of Service say that they are coming', async ({ page }) => {
  await page.goto('/about')
  for (const name of ['Privacy Policy', 'Terms of Service']) {
    const said = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept()
      return dialog.message()
    })
    await page.getByRole('button', { name }).click()
    expect(await said).toBe('Coming Soon')
  }
})

test.describe('the next free call', () => {
  test('comes from the studio’s calendar, leads to its day, and moves nothing when it appears', async ({
    page,
  }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/slots/next', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Next free call' })
    await expect(link).toHaveCount(0)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    release()
    await expect(link).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    const [, day, time] =
      /^Next free call: (.+), (\d+:\d\d [ap]m) NZ[DS]T$/.exec(await link.first().innerText()) ?? []
    await link.first().click()
    await expect(page).toHaveURL(/\/booking\?date=/)
    const date = new URL(page.url()).searchParams.get('date') ?? ''
    expect(day).toBe(formatShortDate(date))
    await expect(page.getByRole('radio').first()).toHaveAccessibleName(new RegExp(`^${time}`))
  })

  test('is simply absent when it is not known', async ({ page, complaints }) => {
    await page.route('**/api/slots/next', (route) => route.abort())
    await page.goto('/')
    await expect.poll(() => complaints.length).toBe(1)
    complaints.length = 0
    await expect(page.getByText('Next free call')).toHaveCount(0)
  })
})
