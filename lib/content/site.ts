interface Site {
  sample?: true
  /** As it stands in the header, in titles and in search results. */
  name: string
  /** The public address without a closing slash: canonical links, the sitemap and sharing images are built on it. */
  url: string
  email: string
  /** The studio's page on LinkedIn. */
  linkedin: string
}

/**
 * The studio itself: the one place to change its name, address and links. What the studio has not given yet is a sample: everything in
 * `lib/content` with `sample: true` is listed by `npm run samples` until it is replaced.
 */
export const site: Site = {
  sample: true,
  name: 'South Coast Studio',
  url: 'https://southcoast.example',
  email: 'hello@southcoast.example',
  linkedin: 'https://www.linkedin.com/company/southcoast.example',
}

/** Facts about the studio, as it gave them. */
export const studio = {
  founded: '2024',
  locality: 'Wellington',
  country: 'NZ',
  language: 'en-NZ',
  tagline: 'Move Fast, Build Smart',
  promise: 'under 6 weeks',
  responseTime: '24-hour response time',
  priceNote: 'NZD, excl. GST',
} as const
