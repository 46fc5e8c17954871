import { describe, expect, test } from 'vitest'
import { verbsOf } from '@/app/admin/requests/[id]/_components/verbs'
import { type OfferState, offerStates } from '@/lib/offers/state'
import type { Booking, Inquiry } from '@/lib/requests/request'
import { bookingStatuses, inquiryStatuses } from '@/lib/statuses'

const now = Date.parse('2026-11-23T00:00:00Z')
const common = {
  id: '1',
  name: 'Ana',
  email: 'ana@example.org',
  message: null,
  created_at: '2026-11-20T00:00:00Z',
}
const booking = (more: Partial<Booking> = {}) =>
  ({
    ...common,
    ...{ type: 'booking', status: 'pending', date: '2026-12-01', start_time: '09:00', end_time: '09:30' },
    ...{ is_on_closed_date: false, ...more },
  }) as Booking
const mainOf = (request: Booking | Inquiry) => verbsOf(request, now, true).main?.name

test('the main button confirms a call, or proposes another time if its date is closed', () => {
  expect(mainOf(booking())).toBe('Confirm')
  expect(mainOf(booking({ is_on_closed_date: true }))).toBe('Propose')
  expect(mainOf(booking({ status: 'confirmed', is_on_closed_date: true }))).toBe('Propose')
  expect(mainOf({ ...common, type: 'inquiry', status: 'new' } as Inquiry)).toBe('Answer')
  expect(mainOf({ ...common, type: 'inquiry', status: 'archived' } as Inquiry)).toBe('Answer')
})

test('an admin declines an unconfirmed call with one press, and cancels a confirmed one', () => {
  const row = (request: Booking) => verbsOf(request, now, true).row.map(({ name }) => name)
  expect(row(booking())).toEqual(['Confirm', 'Propose', 'Move', 'Decline'])
  expect(row(booking({ status: 'confirmed' }))).toContain('Cancel')
  expect(row(booking({ status: 'confirmed' }))).not.toContain('Decline')
})

test('a sentence describes what the main button does, and who gets a mail', () => {
  const sentence = (request: Booking, mailed: boolean) => verbsOf(request, now, mailed).sentence
  expect(sentence(booking(), true)).toMatch(/^Confirm mails them/)
  expect(sentence(booking(), false)).toBe('Confirm mails nobody: you tell them next.')
  expect(sentence(booking({ is_on_closed_date: true }), true)).toMatch(/^Propose opens a letter/)
  expect(sentence(booking({ is_on_closed_date: true }), false)).toMatch(/before you send it\.$/)
})

test('a confirmed call on a closed date is asked or kept; a note does not answer it', () => {
  const turn = {
    ...{ turn_reason: 'confirmed', theirs_from: null, over_from: 'infinity' },
    ...{ ours_from: '2026-11-22T00:00:00Z', due_at: '2026-11-30T00:00:00Z' },
  }
  const request = booking({ status: 'confirmed', is_on_closed_date: true, ...turn })
  const { row, rest } = verbsOf(request, now, true)
  expect(row.map(({ name }) => name)).toEqual(['Propose', 'Keep it', 'Move', 'Cancel'])
  expect(rest.flat().map(({ name }) => name)).not.toContain('I answered another way')
  expect(rest.flat().map(({ name }) => name)).not.toContain('No answer needed')
})

test('the row has as many verbs as one line holds; the others stand under “…”', () => {
  const theirs = {
    ...{ theirs_from: '2026-11-10T00:00:00Z', over_from: 'infinity' },
    ...{ ours_from: 'infinity', due_at: 'infinity' },
  }
  const names = (request: Booking, offer: OfferState | null = null) => {
    const { row, rest } = verbsOf(request, now, true, offer)
    return [row, rest.flat()].map((verbs) => verbs.map(({ name }) => name))
  }
  const asked = booking({ status: 'confirmed', is_proposed: true, turn_reason: 'proposed', ...theirs })
  const [row, rest] = names(asked)
  expect(row).toEqual(['Keep it', 'Follow up', 'Propose', 'Move'])
  expect(rest).toContain('Cancel')
  const confirmed = names(booking({ status: 'confirmed', turn_reason: 'replied', ...theirs }))
  expect(confirmed[0], 'beside ‘Confirmed’').toEqual(['Follow up', 'Propose', 'Move'])
  const accepted = names(booking({ status: 'confirmed' }), 'accepted')
  expect(accepted[0]).toEqual(['Write to them', 'Open the offer'])
  expect(accepted[1]).toContain('Move')
})

describe('after the call', () => {
  const over = { date: '2026-11-20' }
  const names = (request: Booking, mailed = true) => {
    const { row, rest } = verbsOf(request, now, mailed)
    return { row: row.map(({ name }) => name), rest: rest.flat().map(({ name }) => name) }
  }

  test('a call that nobody confirmed begins with a letter; in place of Confirm one says what came of it', () => {
    expect(names(booking(over)).row).toEqual(['Write to them', 'Cancel'])
    expect(names(booking(over)).rest.slice(0, 2)).toEqual(['It took place', 'They did not come'])
    expect(names(booking(over)).rest).not.toContain('Confirm, mails nobody')
    expect(verbsOf(booking(over), now, true).main).toMatchObject({ reply: 'propose' })
    expect(verbsOf(booking(over), now, true).sentence).toBe(
      'Write to them opens a letter with a sorry and up to three free times. Nothing goes out before you press Send.',
    )
  })

  test('a call that was held begins with thanks, and a missed or cancelled one with other times', () => {
    const turn = { theirs_from: '2026-11-18T00:00:00Z', ours_from: '2026-11-19T00:00:00Z' }
    const proposed = {
      ...turn,
      over_from: 'infinity',
      due_at: '2026-11-20T00:00:00Z',
      turn_reason: 'proposed',
    }
    expect(mainOf(booking({ ...over, status: 'confirmed' }))).toBe('Write after the call')
    expect(mainOf(booking({ ...over, status: 'confirmed', ...proposed }))).toBe('Write to them')
    expect(mainOf(booking({ ...over, status: 'confirmed', outcome: 'no_show' }))).toBe('Write to them')
    expect(mainOf(booking({ ...over, status: 'cancelled' }))).toBe('Write to them')
    expect(names(booking({ ...over, status: 'cancelled' })).row).not.toContain('Confirm')
  })
})

test('who accepted an offer is written to first, and is neither declined nor asked for a call', () => {
  for (const request of [
    booking(),
    booking({ date: '2026-11-20' }),
    { ...common, type: 'inquiry', status: 'replied' },
  ]) {
    const { row, rest, main } = verbsOf(request as Booking | Inquiry, now, true, 'accepted')
    expect(main).toMatchObject({ name: 'Write to them', reply: 'answer' })
    expect(row[1]).toMatchObject({ name: 'Open the offer' })
    expect(row.map(({ name }) => name)).not.toContain('Propose')
    expect([...row, ...rest.flat()].map(({ name }) => name)).not.toContain('Decline')
  }
})

describe('every sentence beside a verb is true', () => {
  const requests = [
    ...bookingStatuses.flatMap((status) => [
      booking({ status }),
      booking({ status, date: '2026-11-20' }),
      booking({ status, is_on_closed_date: true }),
    ]),
    ...inquiryStatuses.map((status) => ({ ...common, type: 'inquiry', status }) as Inquiry),
  ]
  const cases = requests.flatMap((request) =>
    [true, false].flatMap((mailed) =>
      [null, ...offerStates].map((offer) => {
        const when = request.type === 'booking' ? `${request.status} call on ${request.date}` : request.status
        return [when, mailed, offer, request] as const
      }),
    ),
  )

  test.each(cases)('%s (mails: %s, offer: %s)', (_, mailed, offer, request) => {
    const { row, rest, main, sentence } = verbsOf(request, now, mailed, offer)
    const isOver = request.type === 'booking' && request.date < '2026-11-23'
    const confirm = [...row, ...rest.flat()].find((verb) => 'status' in verb && verb.status === 'confirmed')
    if (confirm) expect(confirm.name === 'Confirm, mails nobody').toBe(isOver)
    if (isOver) expect(row).not.toContain(confirm)
    if (/mails them/.test(sentence)) expect([mailed, isOver]).toEqual([true, false])
    if (/press Send/.test(sentence)) expect(mailed).toBe(true)
    if (/a sorry/.test(sentence)) expect(request.status).toBe('pending')
    if (main && 'reply' in main) expect(sentence).toMatch(new RegExp(`^${main.name} opens a letter`))
  })
})
