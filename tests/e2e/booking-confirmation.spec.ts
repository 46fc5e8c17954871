import type { Locator, Page } from '@playwright/test'
import { choose, fillIn, moment, next, says, time } from './booking'
import { expect, expectApart, setStudioClock, shareStudio, test, MONDAY } from './fixtures'
import { bookLink } from './manage'

shareStudio({ now: MONDAY })
// A kept link goes once its call is over by the browser's clock.
test.beforeEach(({ context }) => setStudioClock(context, MONDAY))
test.afterEach(({ studio }) => studio.proxy.set('none'))
test.use({ permissions: ['clipboard-read'] })

test('a visitor’s confirmation stays until it is closed, and no toast covers what is pressed next', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await choose(page, '2026-11-25', '9:00 am')
  await fillIn(page, { email: 'kept@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.bookingCreated)
  const message = page.getByRole('listitem').filter({ hasText: says.bookingToast })
  for (const other of [page.getByRole('heading', { level: 1 }), page.getByRole('banner'), panel])
    await expectApart(message, other)
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await expect(message, 'it goes with the page').not.toBeInViewport()
  await expect(message, 'it goes').toHaveCount(0)
  await expect(page.getByText(says.bookingToast), 'what it said stays').toBeVisible()

  await test.step('the calendar steps back until it is asked for', async () => {
    await expect(page.getByRole('grid')).toHaveCount(0)
    await page.getByRole('link', { name: 'Book another call' }).click()
    await expect(page.getByRole('heading', { name: 'Book another call' })).toBeFocused()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(panel, 'the confirmation stays').toBeVisible()
  })

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(panel).toContainText('We’ll write to kept@example.com within 24 hours to confirm it.')
  await page.reload()
  await expect(panel).toContainText('9:00 am')
  await expect(panel.getByRole('link', { name: 'Change or cancel this call' })).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Choose a day and a time' })).toBeFocused()
})

const keepThis = 'Keep this link: it is the only way to change or cancel your call'
const keptCall = (page: Page, day: string) =>
  page.getByRole('link', { name: `Your call on ${day}: change or cancel`, exact: true })
const forget = (page: Page) => page.getByRole('button', { name: 'Forget on this device' })

/** The absolute address of the booking's own page. */
async function linkIn(panel: Locator, page: Page) {
  const href = await panel.getByRole('link', { name: 'Change or cancel this call' }).getAttribute('href')
  return new URL(href ?? '', page.url()).href
}

async function bookCall(page: Page, date: string, email: string): Promise<Locator> {
  await choose(page, date, '9:30 am')
  await fillIn(page, { email })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  return panel
}

test('without mails a visitor keeps the only link to the call, in this browser too, until they forget it @full', async ({
  page,
  context,
}) => {
  // A page that is not on https has no clipboard of its own, and this device can share.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(navigator, 'share', {
      value: async (data: object) => void Object.assign(window, { shared: data }),
    })
  })
  const panel = await bookCall(page, '2026-11-27', 'ana+keys@example.com')
  const link = await linkIn(panel, page)
  await expect(panel.getByText(keepThis, { exact: true })).toBeVisible()
  await expect(panel.getByText(link, { exact: true })).toBeVisible()
  const mail = new URL(
    (await panel.getByRole('link', { name: 'Email it to yourself' }).getAttribute('href')) ?? '',
  )
  expect(mail.pathname).toBe('ana+keys@example.com')
  expect(mail.searchParams.get('body')).toContain(link)
  await panel.getByRole('button', { name: 'Share' }).click()
  const shared = { title: 'Your call on Friday 27 November', url: link }
  expect(await page.evaluate(() => (window as unknown as { shared: object }).shared)).toEqual(shared)
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeFocused()

  const otherTab = await context.newPage()
  await otherTab.goto('/booking')
  expect(await otherTab.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expect(keptCall(otherTab, 'Friday 27 November')).toBeVisible()

  await expect(keptCall(page, 'Friday 27 November'), 'the panel says it').toHaveCount(0)
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(keptCall(page, 'Friday 27 November')).toHaveAttribute('href', new URL(link).pathname)

  await test.step('what is forgotten by mistake can be taken back; in another tab it goes at once', async () => {
    await forget(page).click()
    await expect(page.getByText('Forgotten on this device')).toBeVisible()
    await expect(keptCall(otherTab, 'Friday 27 November')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await moment(page)
    await page.keyboard.press('Enter')
    await expect(keptCall(otherTab, 'Friday 27 November')).toBeVisible()
    await moment(page)
    await forget(page).click()
    await expect(keptCall(otherTab, 'Friday 27 November')).toHaveCount(0)
  })
  await page.reload()
  await expect(next(page)).toBeDisabled()
  await expect(panel, 'what was closed stays closed').toHaveCount(0)
  await expect(keptCall(page, 'Friday 27 November')).toHaveCount(0)
})

test('the line of kept calls moves nothing when it comes, so no press is lost @full', async ({
  page,
  baseURL,
}) => {
  const kept = ['2026-11-27', '2026-11-30'].map((date) => ({
    manage: `/booking/manage/${date}.x`,
    date,
    end_time: '10:00',
  }))
  const over = { manage: '/booking/manage/over.x', date: '2026-11-23', end_time: '08:00' }
  await page.addInitScript(
    ([origin, calls]) => {
      if (location.origin !== origin) return
      localStorage.setItem('booking-calls', calls ?? '')
      // Of another version of the page: it is left out.
      sessionStorage.setItem('booking-confirmation', '{"kind":"booking","date":"2026-12-03"}')
    },
    [new URL(baseURL ?? '').origin, JSON.stringify([over, ...kept])],
  )
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/*.js', (route) => arrived.then(() => route.continue()))
  const title = page.getByRole('heading', { name: 'Choose a day and a time' })
  const tops: (number | undefined)[] = []
  const whereItIs = async () => (await title.boundingBox())?.y
  for (const width of [320, 560, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    if (tops.length === 0) await page.goto('/booking', { waitUntil: 'commit' })
    await expect(title).toBeVisible()
    tops.push(await whereItIs())
  }
  await expect(page.getByRole('link', { name: /^Your call on/ })).toHaveCount(0)
  arrive()
  await expect(keptCall(page, 'Friday 27 November')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Your call on/ })).toHaveCount(2)
  for (const width of [1280, 560, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await whereItIs(), `at ${width} px`).toBe(tops.pop())
  }
  const before = await whereItIs()
  await forget(page).first().click()
  await expect(page.getByText('Forgotten on this device')).toBeVisible()
  expect(await whereItIs(), 'nor when a call is forgotten').toBe(before)
})

test('a call that a browser keeps has its new day when moved, and goes when cancelled or erased @full', async ({
  page,
  context,
  studio,
}) => {
  const kept = page.getByRole('link', { name: 'Your call on' })
  const panel = await bookCall(page, '2026-11-30', 'follow@example.com')
  const erased = await bookLink(studio, { name: 'Ana', date: '2026-12-08', email: 'erase@example.com' })
  await page.evaluate((manage) => {
    const calls = JSON.parse(localStorage.getItem('booking-calls') ?? '') as object[]
    calls.push({ manage, date: '2026-12-08', end_time: '09:30' })
    localStorage.setItem('booking-calls', JSON.stringify(calls))
  }, erased)

  const otherTab = await context.newPage()
  await otherTab.goto(await linkIn(panel, page))
  await otherTab.locator('summary', { hasText: 'Move it to another time' }).click()
  await otherTab.getByLabel('Date').fill('2026-12-02')
  await otherTab.getByRole('button', { name: 'Show times' }).click()
  await time(otherTab, '9:30 am').check()
  await otherTab.getByRole('button', { name: 'Move the call', exact: true }).click()
  await expect(otherTab.getByText('Your call is moved.')).toBeVisible()
  await page.reload()
  await expect(panel, 'the confirmation in this tab does not stand').toHaveCount(0)
  await expect(kept).toHaveText([/Wednesday 2 December/, /Tuesday 8 December/])
  await otherTab.locator('summary', { hasText: 'Cancel the call' }).click()
  await otherTab.getByRole('button', { name: 'Cancel the call', exact: true }).click()
  await expect(otherTab.getByText('Your call is cancelled.')).toBeVisible()
  await otherTab.close()
  await expect(kept).toHaveText([/Tuesday 8 December/])

  await kept.click()
  await page.locator('summary', { hasText: 'Erase what you hold about me' }).click()
  await page.getByLabel('Email').fill('erase@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Erase it now' })).toBeVisible()
  await test.step('an erasure that failed takes no link away', async () => {
    studio.proxy.set('down')
    await page.getByRole('button', { name: 'Erase it now' }).click()
    await expect(page.getByText('We could not reach our calendar just now')).toBeVisible()
    studio.proxy.set('none')
    expect(await page.evaluate(() => localStorage.getItem('booking-calls'))).toContain(erased)
    await page.getByRole('button', { name: 'Continue' }).click()
  })
  await page.getByRole('button', { name: 'Erase it now' }).click()
  await expect(page.getByRole('heading', { name: 'Your details are erased' })).toBeVisible()
  await page.goto('/booking')
  await expect(next(page)).toBeDisabled()
  await expect(kept).toHaveCount(0)
})

test('a browser that keeps nothing books all the same @full', async ({ page }) => {
  await page.addInitScript(() => {
    for (const place of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, place, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const panel = await bookCall(page, '2026-12-03', 'private@example.com')
  await expect(panel.getByText(keepThis)).toBeVisible()
  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toHaveCount(0)
})
