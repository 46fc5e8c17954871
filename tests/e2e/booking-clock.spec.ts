import type { Locator } from '@playwright/test'
import { toInstant } from '@/lib/dates'
import { raiseCaps } from './admin'
import { choose, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

// Both changes of 2027 fall on Sundays, so Sundays get times, also within the hours that are
// skipped and repeated.
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
 * What is offered on each: in autumn every time once, but for one that would last 90 minutes; in
 * spring nothing within the skipped hour.
 */
const offered = {
  [AUTUMN]: ['1:00 am NZDT', '2:00 am NZST', '2:30 am NZST', '3:00 am NZST', '9:00 am NZST'],
  [SPRING]: ['1:00 am NZST', '3:00 am NZDT', '9:00 am NZDT'],
}

for (const [zone, spring, autumn] of [
  ['America/Los_Angeles', ['1:00 pm', 'Saturday', '25 September'], ['2:00 pm', 'Saturday', '3 April']],
  ['Pacific/Auckland', null, null],
] as const) {
  test(`when the clocks change, a visitor in ${zone} reads the right times, and nothing moves`, async ({
    otherBrowser,
  }) => {
    const page = await otherBrowser({ timezoneId: zone })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        })[]) {
          if (!shift.hadRecentInput) document.documentElement.dataset.shift = String(shift.value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const [date, theirs] of [
      [SPRING, spring],
      [AUTUMN, autumn],
    ] as const) {
      await page.goto(`/booking?date=${date}`)
      await expect(page.getByRole('radio')).toHaveCount(offered[date].length)
      for (const name of offered[date]) await expect(time(page, name)).toBeVisible()
      const nine = time(page, '9:00 am')
      await nine.check()
      const [clock, weekday, day] = theirs ?? []
      // Their own clock is said once, in the name.
      await expect(nine).toHaveAccessibleName(
        theirs
          ? new RegExp(`^9:00 am NZ[SD]T ${clock}, your ${weekday} 30 min$`)
          : /^9:00 am NZ[SD]T to 9:30 am 30 min$/,
      )
      await expect(page.getByRole('heading', { name: 'Morning in Wellington' })).toBeVisible()
      await expect(nine).toHaveAccessibleDescription('')
      await next(page).click()
      const ours = page.getByText('9:00 am', { exact: true }).filter({ visible: true })
      if (clock && day) {
        const own = page.getByText(clock, { exact: true }).filter({ visible: true })
        await expect(page.getByText(`your ${weekday}, ${day}`)).toBeVisible()
        expect(await fontSize(own), 'on the ticket, beside the studio’s').toBe(await fontSize(ours))
      } else {
        await expect(ours).toBeVisible()
        await expect(page.getByText(/your (clock|time|[A-Z]\w+day)/).filter({ visible: true })).toHaveCount(0)
      }
      expect(await page.locator('html').getAttribute('data-shift'), 'layout shift').toBeNull()
    }
    const theirFirst = autumn ? /, your/ : /^to /
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(time(page, '9:00 am')).toBeVisible()
    for (const width of [320, 356, 375, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const slots = page.locator('label.slot').filter({ visible: true })
      const heights = await slots.evaluateAll((all) => all.map((slot) => slot.clientHeight))
      expect(Math.max(...heights), `${width} px: every time is as high`).toBe(Math.min(...heights))
      const over = await slots.evaluateAll((all) => all.map((slot) => slot.scrollWidth - slot.clientWidth))
      expect(Math.max(...over), `${width} px: no time is cut`).toBeLessThanOrEqual(0)
      const second = slots.first().getByText(theirFirst)
      expect(await fontSize(second), `${width} px`).toBe(await fontSize(slots.first().getByText(/NZ[SD]T/)))
      for (const text of [second, slots.first().getByText('30 min')])
        expect(await fontSize(text), `${width} px`).toBeGreaterThanOrEqual(14)
    }
  })
}

const fontSize = (text: Locator) => text.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))

test('a booking on a day of change lands at the right instant', async ({ page, studio }) => {
  await choose(page, SPRING, '3:00 am')
  await fillIn(page, { email: 'spring@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('NZDT (Wellington time)')
  const { bookings } = await stored(studio)
  const [call] = bookings.filter(({ email }) => email === 'spring@example.com')
  expect(toInstant(call?.date ?? '', call?.time_slots.start_time.slice(0, 5) ?? '').toISOString()).toBe(
    '2027-09-25T14:00:00.000Z',
  )
})

test('servers whose own zones are a day apart say the same', async ({ studio, request }) => {
  const zones = ['America/New_York', 'Pacific/Kiritimati']
  const sites = await Promise.all(zones.map((TZ) => studio.anotherSite({ TZ })))
  for (const query of ['', `?date=${AUTUMN}`, `?date=${SPRING}`]) {
    const words = sites.map(async ({ url }) =>
      visible(await (await request.get(`${url}/booking${query}`)).text()),
    )
    const [one, other] = await Promise.all(words)
    expect(one).toContain('Wellington')
    expect(other, query).toBe(one)
  }
  await Promise.all(sites.map((site) => site.close()))
})

/** The words of a page, without what differs from request to request. */
function visible(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
