/**
 * The studio itself: the one place to change its name, address and links. What the specification does not give
 * is a sample: it carries `sample: true`, and `npm run samples` lists it until it is replaced.
 */
export const site = {
  /** Sample: the studio's name, as it stands in titles, the header and search results. */
  name: 'South Coast Studio',
  /** Sample: the public address without a closing slash; canonical links, sitemap and sharing images are built on it. */
  url: 'https://southcoast.example',
  /** Sample. */
  email: 'hello@southcoast.example',
  /** Sample: the studio's page there. */
  linkedin: 'https://www.linkedin.com/company/southcoast.example',
  sample: true,
  founded: '2024',
  locality: 'Wellington',
  country: 'NZ',
  language: 'en-NZ',
} as const
