/** Where the studio is: everything that another town, country or language would change. */
export interface Place {
  /** The IANA name of the time zone, the same as `private.studio_zone()` in the database. */
  zone: string
  /** The zone's short names. `Intl` writes others in other locales, and servers and browsers may differ. */
  zoneNames: { standard: string; summer: string }
  city: string
  /** `code` is the country's two letters (ISO 3166). */
  country: { name: string; code: string }
  /** The language of the site, and how it writes numbers: 'en-NZ', 'en-PT'. The texts are in English. */
  locale: string
  /** Times as '3:00 pm' (12) or '15:00' (24). */
  clock: 12 | 24
  /** The three letters of the currency (ISO 4217). */
  currency: string
  tax: {
    sample?: true
    name: string
    /** A whole number. */
    percent: number
    /** True if the studio adds the tax to its prices. */
    registered: boolean
    /** The label of the studio's tax number in an offer: at most 16 letters and spaces. */
    numberLabel: string
    /** Where the tax is added: the country, or a province with a tax of its own. */
    area: string
    /** When the tax is not added, as a sentence below the price at /start. */
    abroad: string
    /** An example of the reason for an offer without the tax. */
    zeroReason: string
  }
  /** The label of the company's number in an offer: at most 16 letters and spaces. */
  firmNumberLabel: string
  /** The country and region of the package date-holidays. `names` replaces names by their beginnings. */
  holidays: { country: string; region?: string; names: Record<string, string> }
  /** The first words of a letter, before a name, and its last. */
  letters: { greeting: string; closing: string }
  phoneExample: string
  /** The law that applies, as a sentence in the terms of an offer. */
  law: string
}

/** The place of this studio. The database has its own copy of `zone`. */
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

/** Shown beside the prices: 'NZD, excl. GST'. */
export const priceNote = `${place.currency}, excl. ${place.tax.name}`

/** Whose clock a time is on: 'Wellington time'. */
export const placeTime = `${place.city} time`
