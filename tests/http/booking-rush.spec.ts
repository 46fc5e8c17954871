import { place } from '@/lib/content/place'
import { randomUUID } from 'node:crypto'
import { parseForm, postForm } from '../native-form'
import { says, stored } from '../e2e/booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const VISITORS = 500
const TIMES = 10

test(
  `${VISITORS} visitors open the page at once, and half of them book the same ${TIMES} times`,
  { tag: '@soak' },
  async ({ studio }, info) => {
    test.setTimeout(300_000)
    const url = `${studio.url}/booking?date=2026-11-25`
    const waits: number[] = []
    async function timed<Result>(act: () => Promise<Result>): Promise<Result> {
      const began = performance.now()
      const result = await act()
      waits.push(performance.now() - began)
      return result
    }

    const open = async () => (await fetch(url)).text()
    const pages = await Promise.all(Array.from({ length: VISITORS }, () => timed(open)))
    for (const html of pages) expect(html.match(/name="time"/g)?.length).toBeGreaterThan(TIMES)
    const { fields, times } = parseForm(pages[0] ?? '')
    const responses = await Promise.all(
      Array.from({ length: VISITORS / 2 }, (_, n) =>
        timed(() =>
          postForm(url, fields, [
            ['request_id', randomUUID()],
            ['time', times[n % TIMES] ?? ''],
            ['name', `Visitor ${n}`],
            ['email', `visitor-${n}@example.com`],
          ]),
        ),
      ),
    )

    const booked = responses.filter(({ html }) => html.includes(says.bookingCreated))
    const told = responses.map(({ alert }) => alert).filter((alert) => alert.includes(says.bookingFailed))
    expect({ booked: booked.length, told: told.length }).toEqual({
      booked: TIMES,
      told: VISITORS / 2 - TIMES,
    })
    for (const alert of told) expect(alert.match(new RegExp(place.zoneNames.summer, 'g'))).toHaveLength(3)
    const { bookings } = await stored(studio)
    expect(new Set(bookings.map(({ time_slots }) => time_slots.start_time)).size).toBe(TIMES)
    expect(bookings).toHaveLength(TIMES)
    info.annotations.push({ type: 'longest wait', description: `${Math.round(Math.max(...waits))} ms` })
  },
)
