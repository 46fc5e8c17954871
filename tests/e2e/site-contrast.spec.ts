import type { Locator } from '@playwright/test'
import { addDays, dateAt, weekdayOf } from '@/lib/dates'
import { expect, test } from './admin'
import { shareStudio } from './fixtures'

shareStudio()

// A contrast theme of the system replaces a page's colours with its own, so backgrounds cannot tell parts
// apart.
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const ground = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)

test('in a contrast theme the sea of the packages is lines, without an area of colour @full', async ({
  page,
}) => {
  await page.goto('/')
  const drawn = (name: string) =>
    page
      .locator(`use[href$="#${name}"]`)
      .first()
      .evaluate((edge) => {
        const { fill, stroke } = getComputedStyle(edge)
        return { fill, stroke, page: getComputedStyle(document.body).backgroundColor }
      })
  for (const name of ['coast', 'floor', 'shore-1', 'shore-2', 'coast-sea']) {
    const { fill, stroke, page } = await drawn(name)
    expect(['none', page], name).toContain(fill)
    expect(stroke, name).not.toBe('none')
  }
})

test('in a contrast theme chosen days, times and weekdays stand out, and buttons have an edge @full', async ({
  page,
}) => {
  await page.goto(`/booking?date=${addDays(dateAt(), 7 - weekdayOf(dateAt()))}`) // a Monday
  const slots = page.locator('label.slot').filter({ has: page.getByRole('radio', { name: /[ap]m/ }) })
  await slots.nth(1).getByRole('radio').check()
  expect(await ground(slots.nth(1)), 'the chosen time').not.toBe(await ground(slots.nth(0)))
  const days = (selected: boolean) => page.getByRole('gridcell', { selected })
  const [chosen, other] = [days(true).getByRole('link'), days(false).getByRole('link').first()]
  expect(await ground(chosen), 'the chosen day').not.toBe(await ground(other))
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(next).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)')

  await page.goto('/admin')
  const pill = (name: string) => page.locator('label').filter({ has: page.getByRole('checkbox', { name }) })
  await page.getByRole('checkbox', { name: 'Monday' }).check()
  expect(await ground(pill('Monday')), 'the chosen weekday').not.toBe(await ground(pill('Tuesday')))
  const [date, another] = [days(true).getByRole('button'), days(false).getByRole('button').first()]
  expect(await ground(date), 'the chosen date').not.toBe(await ground(another))
})
