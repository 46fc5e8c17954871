interface Site {
  sample?: true
  /** The studio's name in the header, in titles and in search results. */
  name: string
  /** The public URL without a slash at the end, for canonical links, the sitemap and sharing images. */
  url: string
  email: string
  linkedin: string
}

/**
 * The studio's name, address and links. Replace all content with `sample: true`, here and elsewhere in
 * `lib/content`; `npm run samples` lists it.
 */
export const site: Site = {
  sample: true,
  name: 'South Coast Studio',
  url: 'https://southcoast.example',
  email: 'hello@southcoast.example',
  linkedin: 'https://www.linkedin.com/company/southcoast.example',
}

/** The number of hours within which the studio answers. The footer promises it, and the admin measures it. */
export const ANSWER_HOURS = 24

export const studio = {
  founded: '2024',
  tagline: 'Move Fast, Build Smart',
  promise: 'under 6 weeks',
  responseTime: `${ANSWER_HOURS}-hour response time`,
} as const
