/** The questions to the site at its public URL. */
import { get } from './http'
import { once, type Question } from './question'

/** `url` has no slash at its end; `ca` is an additional certificate to trust. */
export function siteQuestions(url: string, ca?: string): Question[] {
  const home = once(() => get(`${url}/`, { ca }), `${url} does not respond`)
  return [
    {
      question: `The site responds at ${url}, by https`,
      todo: 'Check the domain’s records, the certificate and the server; the address is `url` in lib/content/site.ts.',
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
      question: 'The site reaches its database, which knows it',
      todo: `Open ${url}/api/health: it says what is missing.`,
      ask: async () => {
        await home.need()
        const { status, body } = await get(`${url}/api/health`, { ca })
        return status === 200 && !(JSON.parse(body) as { warning?: string }).warning
      },
    },
    {
      question: 'The prerendered pages have their Content-Security-Policy',
      todo: 'This host drops the headers beside the pages: see docs/decisions/static-pages.md.',
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
}
