import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StepTwo } from '@/app/(site)/booking/_components/step-two'
import type { BookingFlow } from '@/app/(site)/booking/_components/use-booking-flow'
import { defaultView } from '@/lib/booking/view'

const flow = {
  slot: null,
  step: 2,
  today: '2026-11-23',
  view: defaultView('2026-11-23'),
} as unknown as BookingFlow

function details(asksPhone: boolean): string {
  const state = { status: 'idle' } as const
  const props = { flow, state, outdated: false, pending: false, hydrated: true, toasted: false, zone: null }
  return renderToStaticMarkup(<StepTwo {...props} asksPhone={asksPhone} answers={null} />)
}

test('the form asks for a phone number only if the studio rings', () => {
  expect(details(true)).toMatch(/Phone<span[^>]*> \(optional\)/)
  expect(details(true)).toMatch(
    /<input[^>]*type="tel"[^>]*autoComplete="tel"[^>]*name="phone"|<input[^>]*name="phone"/,
  )
  expect(details(false)).not.toContain('phone')
})
