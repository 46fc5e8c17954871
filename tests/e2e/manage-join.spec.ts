import { place } from '@/lib/content/place'
import { formatTime, STUDIO_ZONE, timeAt, toInstant } from '@/lib/dates'
import { calls, callsOfToday, idOf } from '../http/calls-of-today'
import { raiseCaps } from './admin'
import { stored } from './booking'
import { MONDAY, expect, shareStudio, test } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY, sql: raiseCaps + callsOfToday })

test('the button to join appears ten minutes before; until then the page says when, on both clocks @full', async ({
  studio,
  otherBrowser,
}) => {
  const later = (await stored(studio)).bookings.find(({ name }) => name === 'later')
  const start = toInstant(later?.date ?? '', later?.time_slots.start_time.slice(0, 5) ?? '')
  const opens = new Date(start.getTime() - 10 * 60_000)
  const [ours, theirs] = [STUDIO_ZONE, 'Europe/London'].map((zone) => formatTime(timeAt(opens, zone)))
  const words = `The button to join appears here on Sun 22 Nov, ${theirs}, your time (${ours} ${place.zoneNames.summer} in ${place.city}), ten minutes before.`

  const page = await otherBrowser({ timezoneId: 'Europe/London' })
  await page.clock.install({ time: MONDAY })
  await page.goto(linkOf(studio, idOf(calls.later.slot)))
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join the call' })).toHaveCount(0)
  await page.clock.runFor('30:00')
  await expect(page.getByText(words)).toBeVisible()
  await page.clock.runFor('10:00')
  await expect(page.getByRole('link', { name: 'Join the call' })).toBeVisible()
})
