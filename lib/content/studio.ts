interface Site {
  sample?: true
  name: string
  /** Without a slash at the end. */
  url: string
  email: string
  linkedin: string
}

/** Replace all content with `sample: true`, here and elsewhere in `lib/content`; `npm run samples` lists it. */
export const site: Site = {
  sample: true,
  name: 'South Coast Studio',
  url: 'https://southcoast.example',
  email: 'hello@southcoast.example',
  linkedin: 'https://www.linkedin.com/company/southcoast.example',
}

/** The footer promises an answer within these hours, and the admin measures it. */
export const ANSWER_HOURS = 24

export const studio = {
  founded: '2024',
  tagline: 'Move Fast, Build Smart',
  promise: 'under 6 weeks',
  responseTime: `${ANSWER_HOURS}-hour response time`,
} as const
