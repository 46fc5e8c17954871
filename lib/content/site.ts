interface Site {
  sample?: true
  /** The name in the header, in titles and in search results. */
  name: string
  /**
   * The public URL without a slash at the end. Canonical links, the sitemap and sharing images use
   * it.
   */
  url: string
  email: string
  /** The studio's page on LinkedIn. */
  linkedin: string
}

/**
 * The studio's name, address and links; change them here. Content with `sample: true`, here and
 * elsewhere in `lib/content`, still has to be replaced; `npm run samples` lists it.
 */
export const site: Site = {
  sample: true,
  name: 'South Coast Studio',
  url: 'https://southcoast.example',
  email: 'hello@southcoast.example',
  linkedin: 'https://www.linkedin.com/company/southcoast.example',
}

/** Hours in which the studio answers: what the footer promises, and the admin measures. */
export const ANSWER_HOURS = 24

/** Facts about the studio. */
export const studio = {
  founded: '2024',
  locality: 'Wellington',
  country: 'NZ',
  language: 'en-NZ',
  tagline: 'Move Fast, Build Smart',
  promise: 'under 6 weeks',
  responseTime: `${ANSWER_HOURS}-hour response time`,
  priceNote: 'NZD, excl. GST',
} as const
