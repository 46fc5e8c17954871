import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallSheet } from '@/app/(site)/booking/manage/_components/call-sheet'
import { type FreeTimes, toShownCall } from '@/app/(site)/booking/manage/_components/shown-call'
import { StepTwo } from '@/app/(site)/booking/_components/step-two'
import type { BookingFlow } from '@/app/(site)/booking/_components/use-booking-flow'
import { defaultAddress } from '@/lib/booking/address'
import type { ManagedBooking } from '@/lib/manage/queries'

const flow = {
  slot: null,
  step: 2,
  today: '2026-11-23',
  address: defaultAddress('2026-11-23'),
} as unknown as BookingFlow

function details(asksPhone: boolean): string {
  const state = { status: 'idle' } as const
  const props = { flow, state, outdated: false, pending: false, hydrated: true, toasted: false, zone: null }
  return renderToStaticMarkup(<StepTwo {...props} asksPhone={asksPhone} answers={null} />)
}

test('the booking form asks for a phone number only if the studio rings visitors', () => {
  expect(details(true)).toMatch(/Phone<span[^>]*> \(optional\)/)
  expect(details(true)).toMatch(
    /<input[^>]*type="tel"[^>]*autoComplete="tel"[^>]*name="phone"|<input[^>]*name="phone"/,
  )
  expect(details(false)).not.toContain('phone')
})

/** The text on the page of an unconfirmed call. */
function sheet(phone: string | null, asksPhone: boolean): string {
  const booking = {
    date: '2026-12-01',
    start_time: '09:00',
    end_time: '09:30',
    status: 'pending',
    where: null,
    phone,
  }
  const call = toShownCall({ ...booking, email: 'ana@example.org' } as ManagedBooking, 'token', asksPhone)
  const form = { state: { status: 'idle' }, form: {} as never, pending: false } as const
  const times = { offered: [], next: [] } as unknown as FreeTimes
  return renderToStaticMarkup(
    <CallSheet {...{ call, times, ...form }} phase="pending" now={0} zone={null} />,
  ).replace(/<[^>]+>/g, ' ')
}

test.each([
  ['without a number', null, true, /By phone, with one of us.*We write to you for the number/],
  ['with a number', '021 555 0100', true, /By phone: we ring 021 555 0100.*On 021 555 0100/],
  ['by video, with a number', '021 555 0100', false, /By video.*We meet by video/],
])('a call’s own page says how we meet: %s', (_, phone, asksPhone, expected) => {
  const said = sheet(phone, asksPhone)
  expect(said).toMatch(expected)
  if (asksPhone) expect(said).not.toContain('video')
})
