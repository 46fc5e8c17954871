import type { Place } from '@/lib/content/place'

/** The place of a second studio: another zone, language, clock, currency and tax. */
export const place: Place = {
  zone: 'Europe/Lisbon',
  zoneNames: { standard: 'WET', summer: 'WEST' },
  city: 'Lisbon',
  country: { name: 'Portugal', code: 'PT' },
  locale: 'en-PT',
  clock: 24,
  currency: 'EUR',
  tax: {
    name: 'VAT',
    percent: 23,
    registered: true,
    numberLabel: 'VAT number',
    area: 'Portugal',
    abroad: 'Businesses in other countries usually pay no VAT: the offer says.',
    zeroReason: 'You are a business outside Portugal.',
  },
  firmNumberLabel: 'NIPC',
  holidays: { country: 'PT', region: '11', names: {} },
  letters: { greeting: 'Olá', closing: 'Um abraço' },
  phoneExample: '+351 912 345 678',
  law: 'The law of Portugal applies.',
}
