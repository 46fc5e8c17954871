import { place, placeTime } from '@/lib/content/place'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Ticket } from '@/components/site/ticket'

const slot = { date: '2026-12-15', start_time: '11:00', end_time: '11:30' }
const struck = (zone: string | null) =>
  [
    ...renderToStaticMarkup(<Ticket slot={slot} zone={zone} isOff />).matchAll(/<s[ >][^>]*>?([^<]*)<\/s>/g),
  ].map(([, text]) => text)

test.each([
  ['', null, ['11:00 am', `to 11:30 am, ${place.zoneNames.summer} (${placeTime})`]],
  [
    ' in another zone',
    'Europe/Berlin',
    ['11:00 pm', `Tue 15 Dec, 11:00 am to 11:30 am ${place.zoneNames.summer} in ${place.city}`],
  ],
])('the ticket of a cancelled call has its start and its end struck through%s', (_, zone, texts) => {
  expect(struck(zone)).toEqual(texts)
})
