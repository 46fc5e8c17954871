/** Everything that another town, country or language would change. */
export interface Place {
  /** An IANA name, the same as `private.studio_zone()` in the database. */
  zone: string
  /** `Intl` writes others in other locales, and servers and browsers may differ. */
  zoneNames: { standard: string; summer: string }
  city: string
  /** `code`: ISO 3166, two letters. */
  country: { name: string; code: string }
  /** How the site writes numbers: 'en-NZ', 'en-PT'. The texts are in English. */
  locale: string
  /** '3:00 pm' (12) or '15:00' (24). */
  clock: 12 | 24
  /** ISO 4217. */
  currency: string
  tax: {
    sample?: true
    name: string
    /** A whole number. */
    percent: number
    /** True if the studio adds the tax to its prices. */
    registered: boolean
    /** In an offer, before the studio's tax number: at most 16 letters and spaces. */
    numberLabel: string
    /** Where the tax is added: the country, or a province with a tax of its own. */
    area: string
    abroad: string
    /** An example of the reason for an offer without the tax. */
    zeroReason: string
  }
  /** As `tax.numberLabel`, before the company's number. */
  firmNumberLabel: string
  /** As the package date-holidays names them. `names` replaces names by their beginnings. */
  holidays: { country: string; region?: string; names: Record<string, string> }
  /** Before a name, and at the end. */
  letters: { greeting: string; closing: string }
  phoneExample: string
  /** A sentence in the terms of an offer. */
  law: string
}

/** The database has its own copy of `zone`. */
export const place: Place = {
  zone: 'Pacific/Auckland',
  zoneNames: { standard: 'NZST', summer: 'NZDT' },
  city: 'Wellington',
  country: { name: 'New Zealand', code: 'NZ' },
  locale: 'en-NZ',
  clock: 12,
  currency: 'NZD',
  tax: {
    sample: true,
    name: 'GST',
    percent: 15,
    registered: true,
    numberLabel: 'GST number',
    area: 'New Zealand',
    abroad: 'Outside New Zealand usually no GST: the offer says.',
    zeroReason: 'You are outside New Zealand.',
  },
  firmNumberLabel: 'NZBN',
  holidays: {
    country: 'NZ',
    region: 'WGN',
    names: { 'Provincial anniversary': 'Wellington Anniversary Day' },
  },
  letters: { greeting: 'Kia ora', closing: 'Ngā mihi' },
  phoneExample: '+64 21 123 4567',
  law: 'New Zealand law applies.',
}

/** 'NZD, excl. GST'. */
export const priceNote = `${place.currency}, excl. ${place.tax.name}`

/** 'Wellington time'. */
export const placeTime = `${place.city} time`
