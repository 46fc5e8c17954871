/** The questions to the site at its public URL. */
import { get } from './http'
import { once, type Question } from './question'

/** `url` has no slash at its end; `ca` is an additional certificate to trust. */
export function siteQuestions(url: string, ca?: string): Record<'site' | 'key', Question[]> {
  const home = once(() => get(`${url}/`, { ca }), `${url} does not respond`)
  const site: Question[] = [
    {
      question: `The site responds at ${url}, by https`,
      todo: 'Run the site there, with the domain’s records and a certificate. The address is `url` in lib/content/site.ts.',
      isConnection: true,
      ask: async () => url.startsWith('https:') && (await home.get()).status === 200,
    },
    {
      question: 'http leads there',
      todo: 'Redirect every address from http to https.',
      ask: async () => {
        await home.need()
        const { status, headers } = await get(`${url.replace(/^https:/, 'http:')}/`)
        const isRedirect = [301, 302, 307, 308].includes(status)
        return isRedirect && (headers.location ?? '').startsWith(`${url}/`)
      },
      isConnection: true,
    },
    {
      question: 'Browsers are told to come by https alone (HSTS)',
      todo: 'Have the proxy send X-Forwarded-Proto: https, or Strict-Transport-Security itself.',
      ask: async () => /max-age=[1-9]/.test((await home.need()).headers['strict-transport-security'] ?? ''),
    },
    {
      question: 'The prerendered pages have their Content-Security-Policy',
      todo: 'Have the host keep the headers beside the pages: docs/decisions/public-pages.md.',
      ask: async () => {
        const pages = [await home.need(), await get(`${url}/about`, { ca })]
        return pages.every(({ headers }) => Boolean(headers['content-security-policy']))
      },
    },
    {
      question: 'Sitemap and canonical links name this address',
      todo: 'Set `url` in lib/content/site.ts, and build the site again.',
      ask: async () => {
        const page = (await home.need()).body
        const { body } = await get(`${url}/sitemap.xml`, { ca })
        const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) => found)
        const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
        const isHere = (found: string) => found === url || found.startsWith(`${url}/`)
        return listed.length > 0 && canonical !== undefined && [...listed, canonical].every(isHere)
      },
    },
  ]
  const key: Question[] = [
    {
      question: 'The site reaches its database, which knows it',
      todo: `Set what ${url}/api/health names.`,
      ask: async () => {
        await home.need()
        const { status, body } = await get(`${url}/api/health`, { ca })
        return status === 200 && !(JSON.parse(body) as { warning?: string }).warning
      },
    },
  ]
  return { site, key }
}
