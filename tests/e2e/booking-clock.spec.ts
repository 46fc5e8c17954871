import { toInstant } from '@/lib/dates'
import { fillIn, next, says, stored, time } from './booking'
import { expect, test } from './fixtures'

// Both changes of 2027 fall on Sundays, so Sundays get times, also within the hours that are skipped and repeated.
const SUNDAYS = `
  insert into public.time_slots (start_time, end_time, duration_minutes)
  select start_time, start_time + interval '30 minutes', 30
  from unnest(array['01:00', '01:30', '02:00', '02:30', '03:00']::time[]) start_time;
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select 6, id from public.time_slots where start_time < '09:30'`

// The server's own zone is ahead of the studio's and of the browsers'.
test.use({
  studioOptions: {
    file: import.meta.url,
    now: '2027-03-21T20:00:00Z',
    sql: SUNDAYS,
    zone: 'Pacific/Kiritimati',
  },
})

const SPRING = '2027-09-26'
const AUTUMN = '2027-04-04'

test('on the day the clocks go back every time is offered once, under the name of its clock, but for one that would last 90 minutes', async ({
  page,
}) => {
  await page.goto(`/booking?date=${AUTUMN}`)
  await expect(page.getByRole('radio')).toHaveCount(5)
  for (const name of ['1:00 am NZDT', '2:00 am NZST', '2:30 am NZST', '3:00 am NZST', '9:00 am NZST']) {
    await expect(time(page, name)).toBeVisible()
  }
})

test('on the day the clocks go forward nothing is offered that begins or ends in the skipped hour', async ({
  page,
}) => {
  await page.goto(`/booking?date=${SPRING}`)
  await expect(page.getByRole('radio')).toHaveCount(3)
  for (const name of ['1:00 am NZST', '3:00 am NZDT', '9:00 am NZDT'])
    await expect(time(page, name)).toBeVisible()
})

for (const [zone, autumn, spring] of [
  ['America/Los_Angeles', 'Sat 3 Apr, 2:00 pm', 'Sat 25 Sep, 1:00 pm'],
  ['Pacific/Auckland', null, null],
] as const) {
  test(`a visitor in ${zone} sees the studio’s clock and, where it differs, their own, and nothing moves`, async ({
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
      const nine = time(page, '9:00 am')
      await nine.check()
      await expect(nine).toHaveAccessibleName(
        theirs ? new RegExp(`^9:00 am NZ[SD]T, your clock: ${theirs}$`) : /^9:00 am NZ[SD]T$/,
      )
      await next(page).click()
      const clock = page.getByText(`Your clock: ${theirs}`).last()
      if (theirs) await expect(clock).toBeVisible()
      else await expect(page.getByText('Your clock')).toHaveCount(0)
      expect(await page.locator('html').getAttribute('data-shift'), 'layout shift').toBeNull()
    }
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(time(page, '9:00 am')).toBeVisible()
    for (const width of [320, 375, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const slots = page.locator('label.slot').filter({ visible: true })
      const heights = await slots.evaluateAll((all) => all.map((slot) => slot.clientHeight))
      expect(Math.max(...heights), `${width} px: a time takes its two lines`).toBe(Math.min(...heights))
    }
  })
}

test('a booking on a day of change lands at the right instant', async ({ page, studio }) => {
  await page.goto(`/booking?date=${SPRING}`)
  await time(page, '3:00 am').check()
  await next(page).click()
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
  const site = await studio.anotherSite({ TZ: 'America/New_York' })
  for (const query of ['', `?date=${AUTUMN}`, `?date=${SPRING}`, '?date=2027-03-22']) {
    const words = async (base: string) => visible(await (await request.get(`${base}/booking${query}`)).text())
    expect(await words(site.url), query).toBe(await words(studio.url))
  }
  await site.close()
})

/** The words of a page, without what differs from request to request. */
function visible(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
