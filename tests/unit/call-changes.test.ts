import { describe, expect, test } from 'vitest'
import { visitorMailHref } from '@/app/admin/_requests/untold/visitor-mail-href'
import { place, placeTime } from '@/lib/content/place'
import { changeText } from '@/lib/requests/change-text'
import type { UntoldCall } from '@/lib/requests/untold'

const call: UntoldCall = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Ana',
  email: 'ana@example.com',
  phone: null,
  date: '2026-12-01',
  start_time: '09:00',
  change: 'moved',
  was: { date: '2026-11-30', start_time: '15:00' },
  now: null,
  before: null,
  cancel_message: null,
  hasLink: true,
  state: {
    status: 'pending',
    date: '2026-12-01',
    start_time: '09:00',
    end_time: '09:30',
    location: null,
    wording: null,
  },
  revision: 0,
}
const url = 'https://studio.example/booking/manage/x'

describe('the text for a visitor who does not know the change yet', () => {
  test('the text about a moved call has the visitor’s name, the old and new time, and their link', () => {
    const text = changeText(call, url)
    expect(text).toContain(`${place.letters.greeting} Ana,`)
    expect(text).toContain(
      `We are sorry: we had to move our call from Monday 30 November 2026, 3:00 pm ${place.zoneNames.summer}`,
    )
    expect(text).toContain(`The new time is Tuesday 1 December 2026, 9:00 am ${place.zoneNames.summer}`)
    expect(text).toContain(url)
    expect(changeText({ ...call, now: 'The café' }, null)).toContain('It is confirmed. Where: The café')
  })

  test('the text about a call with a new end has the old and the new end', () => {
    const was = { date: '2026-12-01', start_time: '09:00', end_time: '10:00' }
    const text = changeText({ ...call, was, end_time: '10:30' }, url)
    expect(text).toContain(
      `to move our call from Tuesday 1 December 2026, 9:00 am to 10:00 am ${place.zoneNames.summer}`,
    )
    expect(text).toContain(
      `The new time is Tuesday 1 December 2026, 9:00 am to 10:30 am ${place.zoneNames.summer}`,
    )
  })

  test('the text about a cancelled call has the time that the visitor knows, and the admin’s message', () => {
    const text = changeText({ ...call, change: 'cancelled', cancel_message: 'We are ill.' }, url)
    expect(text).toContain('We are sorry: our call on Monday 30 November 2026, 3:00 pm')
    expect(text).toContain('We are ill.')
    expect(text).not.toContain(url)
  })

  test('the text about a restored call says that it takes place, and where if it is confirmed', () => {
    const restored = { ...call, change: 'restored', was: undefined } as const
    expect(changeText(restored, url)).toContain('takes place after all')
    expect(changeText(restored, url)).toContain('We’ll confirm it soon.')
    expect(changeText({ ...restored, now: 'The café' }, url)).toContain('Where: The café')
  })

  test('the text about a confirmed call has the location; about an unconfirmed one that we will write', () => {
    const confirmed = { ...call, change: 'confirmed', was: undefined, now: 'The café' } as const
    const when = `Our call on Tuesday 1 December 2026, 9:00 am ${place.zoneNames.summer} (${placeTime})`
    expect(changeText(confirmed, url)).toContain(`${when} is confirmed. Where: The café`)
    expect(changeText(confirmed, url)).toContain(url)
    const text = changeText({ ...confirmed, change: 'unconfirmed', now: null }, url)
    expect(text).toContain('It is not confirmed yet; we’ll tell you soon.')
  })

  test('the text about a call that the visitor does not know yet has time, location and link', () => {
    const text = changeText({ ...call, change: 'first', was: undefined, now: 'The café' }, url)
    expect(text).toContain(`We have a call on Tuesday 1 December 2026, 9:00 am ${place.zoneNames.summer}`)
    expect(text).toContain('It is confirmed. Where: The café')
    expect(text).toContain(url)
  })

  test('the mail link to a visitor is short enough for Windows, and no text adds a header', () => {
    const words = 'Māori macrons ā & bcc=evil@example.com\n'.repeat(30)
    const href = visitorMailHref(
      call,
      changeText({ ...call, change: 'cancelled', cancel_message: words }, url),
    )
    expect(href.length).toBeLessThanOrEqual(1900)
    expect(href.length).toBeGreaterThan(1850)
    const query = new URL(href).searchParams
    expect([...query.keys()]).toEqual(['subject', 'body'])
    expect(query.get('body')).toMatch(/…$/)
  })
})
