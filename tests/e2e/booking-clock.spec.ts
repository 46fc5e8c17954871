import type { Locator } from '@playwright/test'
import { place, placeTime } from '@/lib/content/place'
import { toInstant } from '@/lib/dates'
import { raiseCaps } from './admin'
import { fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

// Both clock changes of 2027 fall on Sundays, so Sundays get times, also within the skipped and the
// repeated hour.
const SUNDAYS = `
  insert into public.time_slots (start_time, end_time, duration_minutes)
  select start_time, start_time + interval '30 minutes', 30
  from unnest(array['01:00', '01:30', '02:00', '02:30', '03:00']::time[]) start_time;
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select 6, id from public.time_slots where start_time < '09:30'`

shareStudio({ now: MONDAY, sql: raiseCaps + SUNDAYS })

const SPRING = '2027-09-26'
const AUTUMN = '2027-04-04'
/**
 * The offered times of each date: in autumn every time once, except one that would last 90 minutes; in
 * spring no time within the skipped hour.
 */
const offered = {
  [AUTUMN]: [
    `1:00 am ${place.zoneNames.summer}`,
    `2:00 am ${place.zoneNames.standard}`,
    `2:30 am ${place.zoneNames.standard}`,
    `3:00 am ${place.zoneNames.standard}`,
    `9:00 am ${place.zoneNames.standard}`,
  ],
  [SPRING]: [
    `1:00 am ${place.zoneNames.standard}`,
    `3:00 am ${place.zoneNames.summer}`,
    `9:00 am ${place.zoneNames.summer}`,
  ],
}

test('around a clock change a visitor far away reads the right times and books one; nothing moves', async ({
  otherBrowser,
  request,
  studio,
}) => {
  for (const [date, times] of Object.entries(offered)) {
    const html = await (await request.get(`/booking?date=${date}`)).text()
    const words = [...visible(html).matchAll(/\d+:\d\d am NZ[DS]T(?= to )/g)].map(([found]) => found)
    expect(words, date).toEqual(times)
  }
  const page = await otherBrowser({ timezoneId: 'America/Los_Angeles' })
  await page.addInitScript(watchShifts)
  await page.goto(`/booking?date=${SPRING}`)
  await expect(page.getByRole('heading', { name: `Morning in ${place.city}` })).toBeVisible()
  const three = time(page, `.*3:00 am ${place.zoneNames.summer}`)
  await three.check()
  // The name begins with the time on their own clock.
  await expect(three).toHaveAccessibleName(`Sat 7:00 am 3:00 am ${place.zoneNames.summer} 30 min`)
  await expect(three).toHaveAccessibleDescription('')
  await expect(page.getByRole('radio')).toHaveCount(offered[SPRING].length)
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const slots = page.locator('label.slot').filter({ visible: true })
    const heights = await slots.evaluateAll((all) => all.map((slot) => slot.clientHeight))
    expect(Math.max(...heights), `${width} px: every time is as high`).toBe(Math.min(...heights))
    const over = await slots.evaluateAll((all) => all.map((slot) => slot.scrollWidth - slot.clientWidth))
    expect(Math.max(...over), `${width} px: no time is cut`).toBeLessThanOrEqual(0)
    const [own, ours] = [/^\w{3} \d/, /NZ[SD]T/].map((words) => three.locator('..').getByText(words).last())
    expect(await fontSize(own), `${width} px`).toBeGreaterThanOrEqual((await fontSize(ours)) ?? 99)
    for (const text of [ours, three.locator('..').getByText('30 min')])
      expect(await fontSize(text), `${width} px`).toBeGreaterThanOrEqual(14)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await next(page).click()
  await expect(page.getByText('25 September 2027'), 'on the ticket theirs is first').toBeVisible()
  await expect(page.getByText('7:00 am', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(
    page.getByText(`Sun 26 Sep, 3:00 am to 3:30 am ${place.zoneNames.summer} in ${place.city}`),
  ).toBeVisible()
  expect(await page.locator('html').getAttribute('data-shift'), 'layout shift').toBeNull()

  await fillIn(page, { email: 'spring@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText(
    `Sun 26 Sep, 3:00 am to 3:30 am ${place.zoneNames.summer} in ${place.city}`,
  )
  const { bookings } = await stored(studio)
  const [call] = bookings.filter(({ email }) => email === 'spring@example.com')
  expect(toInstant(call?.date ?? '', call?.time_slots.start_time.slice(0, 5) ?? '').toISOString()).toBe(
    '2027-09-25T14:00:00.000Z',
  )
})

test('a visitor’s first screen has a time to press, on their own clock, and nothing moves @full', async ({
  otherBrowser,
}) => {
  for (const [timezoneId, own, studio] of [
    ['Pacific/Auckland', 'Tue 24 Nov, 9:00 am', `to 9:30 am ${place.zoneNames.summer}`],
    // Chrome calls Kyiv's zone Kiev, and Kolkata's Calcutta: no city is named.
    ['Europe/Kiev', 'Mon 23 Nov, 10:00 pm', `Tue 24 Nov, 9:00 am in ${place.city}`],
    ['Europe/Berlin', 'Mon 23 Nov, 9:00 pm', `Tue 24 Nov, 9:00 am in ${place.city}`],
    // Their weekday differs from the studio's.
    ['Pacific/Honolulu', 'Mon 23 Nov, 10:00 am', `Tue 24 Nov, 9:00 am in ${place.city}`],
    // Their first time is the first outside their night.
    ['Asia/Bangkok', 'Tue 24 Nov, 7:00 am', `Tue 24 Nov, 1:00 pm in ${place.city}`],
    ['Europe/Istanbul', 'Mon 23 Nov, 11:00 pm', `Tue 24 Nov, 9:00 am in ${place.city}`],
  ] as const) {
    for (const address of ['/booking', '/booking?date=2026-11-28', '/booking?date=2027-02-03']) {
      const page = await otherBrowser({ timezoneId, viewport: { width: 375, height: 667 } })
      await page.addInitScript(watchShifts)
      await page.goto(address)
      const soon = page.getByRole('region', { name: 'The next free times' })
      const row = soon.getByRole('link').first()
      const length = /Istanbul|Kiev/.test(timezoneId) ? 'in your night' : '30 min'
      await expect(row, timezoneId).toHaveAccessibleName(`${own} ${length} ${studio}`)
      const clock =
        timezoneId === place.zone ? new RegExp(`^${placeTime}$`) : /^your time, now \d+:\d\d [ap]m$/
      await expect(soon.getByText(clock)).toBeVisible()
      await expect(row).toBeInViewport({ ratio: 1 })
      const night = soon.getByText('All in your night.')
      await expect(night).toHaveCount(/Istanbul|Kiev/.test(timezoneId) ? 1 : 0)
      expect(await page.locator('html').getAttribute('data-shift'), `${timezoneId} ${address}`).toBeNull()
      await row.click()
      await expect(row).toHaveAttribute('aria-current', 'true')
      await expect(next(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
        new RegExp(`${timezoneId === 'Asia/Bangkok' ? '1:00 pm' : '9:00 am'} ${place.zoneNames.summer}`),
      )
      await page.context().close()
    }
  }
  await test.step('the visitor’s own clock goes on', async () => {
    const page = await otherBrowser({ timezoneId: 'Europe/Berlin', viewport: { width: 375, height: 667 } })
    await page.clock.install({ time: '2026-11-22T20:15:30Z' })
    await page.goto('/booking')
    await expect(page.getByText('your time, now 9:15 pm')).toBeVisible()
    await page.clock.runFor('00:30')
    await expect(page.getByText('your time, now 9:16 pm')).toBeVisible()
  })
})

/**
 * Records layout shifts that follow no press. Ignores those under 0.002: while the page still arrives, a word may
 * appear one frame after its icon.
 */
function watchShifts() {
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!shift.hadRecentInput && shift.value >= 0.002)
        document.documentElement.dataset.shift = String(shift.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const fontSize = (text: Locator | undefined) =>
  text?.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))

test('a server in another zone, where it is another day, shows the same page @full', async ({
  studio,
  request,
}) => {
  const other = await studio.anotherSite({ TZ: 'Pacific/Kiritimati' })
  for (const query of ['', `?date=${AUTUMN}`, `?date=${SPRING}`]) {
    const [one, two] = await Promise.all(
      [studio.url, other.url].map(async (url) =>
        visible(await (await request.get(`${url}/booking${query}`)).text()),
      ),
    )
    expect(one).toContain(place.city)
    expect(two, query).toBe(one)
  }
  await other.close()
})

/** The text of a page, without the parts that differ from request to request. */
function visible(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
