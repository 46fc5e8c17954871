import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { BookedCall } from '@/app/(site)/booking/_components/booked-call'
import { ChosenTime } from '@/app/(site)/booking/_components/chosen-time'
import { SlotOption } from '@/app/(site)/booking/_components/slot-option'
import { SubmitFailed } from '@/app/(site)/booking/_components/submit-failed'
import { TakenTime } from '@/app/(site)/booking/_components/taken-time'
import { TimeTile } from '@/app/(site)/booking/_components/time-tile'
import { CallLocation } from '@/app/(site)/booking/manage/_components/call-location'
import type { ShownCall } from '@/app/(site)/booking/manage/_components/shown-call'
import { Ticket } from '@/components/site/ticket'
import { place as studio } from '@/lib/content/place'
import { toInstant } from '@/lib/dates'

const slot = {
  id: '0b0e7c1a-9a4f-4c39-8f0a-6d6f6a1f2b3c',
  ...{ date: '2026-12-09', start_time: '09:30', end_time: '10:00' },
}
const call = { ...slot, kind: 'booking', status: 'pending', email: 'ana@example.com', manage: '/m' } as const
const failure = { status: 'error' as const, message: 'Failed', alternatives: [slot] }
const start = toInstant(slot.date, slot.start_time).getTime()
/** Whose clock a time is on. */
const studioClock = new RegExp(`${studio.zoneNames.summer}|${studio.city}`)
const location = { text: 'Our room', url: 'https://meet.example' }

/** Each part of a page that prints a call's time to a visitor, and its time: the call's or ten minutes before. */
const places: Record<string, (zone: string | null) => React.ReactNode> = {
  'the ticket': (zone) => <Ticket slot={slot} zone={zone} />,
  'the selected time': (zone) => <ChosenTime slot={slot} zone={zone} />,
  'a time of a day': (zone) => <SlotOption slot={slot} zone={zone} checked={false} onChange={() => {}} />,
  'a free or proposed time': (zone) => <TimeTile slot={slot} zone={zone} />,
  '‘That time is no longer free’': (zone) => <TakenTime times={[slot]} zone={zone} hrefOf={() => '/'} />,
  'the times instead of one that somebody else took': (zone) => (
    <SubmitFailed state={failure} outdated={false} toasted hidden={false} zone={zone} today="2026-12-01" />
  ),
  'the booked call above the form': (zone) => <BookedCall call={call} zone={zone} />,
  'when the button to join appears': (zone) => (
    <CallLocation
      call={{ ...slot, start: start + 600_000 } as unknown as ShownCall}
      {...{ location, phase: 'confirmed', joinsNow: false, zone }}
    />
  ),
}

describe.each(Object.entries(places))('%s', (_, place) => {
  const words = (zone: string | null) =>
    renderToStaticMarkup(place(zone))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')

  test.each([
    ['Europe/London', /Tue.*8:30 pm.*9:30 am/],
    ['America/Los_Angeles', /Tue.*12:30 pm.*9:30 am/],
  ])('a visitor in %s reads their own clock first, and then the studio’s', (zone, order) => {
    expect(words(zone)).toMatch(order)
    expect(words(zone), 'whose clock the second one is').toMatch(studioClock)
  })

  test('a visitor in the studio’s zone reads one clock, with its name', () => {
    expect(words(studio.zone)).toMatch(new RegExp(`9:30 am.*(${studioClock.source})`))
    expect(words(studio.zone)).toBe(words(null))
    expect(words(studio.zone)).not.toContain('your time')
  })
})
