import { describe, expect, test } from 'vitest'
import type { TimeSlot } from '@/lib/booking/slots'
import { askText, proposedWhy, shareTimes } from '@/lib/requests/asking'

const slot = (date: string, start_time: string): TimeSlot => ({
  ...{ id: `00000000-0000-4000-8000-0000${start_time.replace(':', '')}0000`, date, start_time },
  end_time: `${start_time.slice(0, 2)}:59`,
})
const call = (id: string, date: string, start_time: string) => ({ id, date, start_time })
const shown = (times: TimeSlot[]) => times.map(({ date, start_time }) => `${date} ${start_time}`)

describe('the times proposed to visitors of a closed date', () => {
  const free = ['2026-12-04', '2026-12-07', '2026-12-08'].flatMap((date) =>
    ['09:00', '10:00', '11:00'].map((start) => slot(date, start)),
  )

  test('the calls of a closed date get different proposed times while there are enough', () => {
    const shared = shareTimes([call('a', '2026-12-03', '09:00'), call('b', '2026-12-03', '10:00')], free)
    const [a = [], b = []] = shared.map(({ times }) => shown(times))
    expect([a.length, b.length]).toEqual([3, 3])
    expect(a.filter((time) => b.includes(time))).toEqual([])
  })

  test('the calls of a closed date share proposed times if there are too few', () => {
    const few = free.slice(0, 4)
    const shared = shareTimes([call('a', '2026-12-03', '09:00'), call('b', '2026-12-03', '10:00')], few)
    expect(shared.map(({ times }) => times.length)).toEqual([3, 3])
    expect(shareTimes([call('a', '2026-12-03', '09:00')], [])).toMatchObject([{ times: [] }])
  })
})

describe('the mail that asks a visitor for another time', () => {
  const path = '/booking/manage/abc.def'
  const asked = {
    ...{ id: 'a', name: 'Ben', email: 'ben@example.org', revision: 0 },
    ...{ date: '2026-12-03', start_time: '10:30', end_time: '11:00', link: path },
    times: [slot('2026-12-04', '09:00'), slot('2026-12-07', '10:00')],
  }
  const why = 'We are sorry: we are away.'

  test('the mail that proposes times has the visitor’s name, call and link, the reason and the times', () => {
    const { body, times } = askText(asked, why, 'https://studio.test')
    expect(body).toMatch(
      /^Kia ora Ben,\n\nThis is about our call on Thu 3 Dec, 10:30 am NZDT.\n\nWe are sorry/,
    )
    expect(body).toContain(`https://studio.test${path}?date=2026-12-04`)
    expect(body).toContain(`To see, move or cancel the call:\nhttps://studio.test${path}`)
    expect(times).toEqual(asked.times.map(({ date, id }) => ({ date, time_slot_id: id })))
  })

  test('the mail that asks a visitor for another time has only the link if no time is free', () => {
    const { body, times } = askText({ ...asked, times: [] }, why, 'https://studio.test')
    expect(body).toContain(`https://studio.test${path}`)
    expect(times).toEqual([])
  })

  test('the proposed reason names the closed day if all calls are on that day', () => {
    expect(proposedWhy([asked, asked])).toBe('We are sorry: we are away on Thursday 3 December 2026.')
    expect(proposedWhy([asked, { date: '2026-12-04' }])).toBe('We are sorry: we are away that day.')
  })
})
