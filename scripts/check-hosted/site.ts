/** At its public URL. */
import { tasksSecrets } from '../../lib/mail/config'
import { get } from './http'
import { NeedsVariable, once, readSetting, type Question } from './question'

/** `url` has no slash at the end. `ca` is trusted in addition. */
export function siteQuestions(env: NodeJS.ProcessEnv, url: string, ca?: string): Question[] {
  const home = once(() => get(`${url}/`, { ca }), `${url} does not respond`)
  return [
    {
      question: `The site responds at ${url}, by https`,
      todo: 'Write your address into lib/content/studio.ts, as `url`, and run the site there: docs/going-live.md, “The site”.',
      isConnection: true,
      ask: async () => url.startsWith('https:') && (await home.get()).status === 200,
    },
    {
      question: 'http leads there',
      todo: 'Redirect every address from http to https: Vercel does, and nginx after "certbot --nginx".',
      ask: async () => {
        await home.need()
        const { status, headers } = await get(`${url.replace(/^https:/, 'http:')}/`)
        const isRedirect = [301, 302, 307, 308].includes(status)
        return isRedirect && (headers.location ?? '').startsWith(`${url}/`)
      },
      isConnection: true,
    },
    {
      question: 'Browsers come by https alone (HSTS)',
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
      todo: 'Set `url` in lib/content/studio.ts, and build the site again.',
      ask: async () => {
        const page = (await home.need()).body
        const { body } = await get(`${url}/sitemap.xml`, { ca })
        const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) => found)
        const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
        const isHere = (found: string) => found === url || found.startsWith(`${url}/`)
        return listed.length > 0 && canonical !== undefined && [...listed, canonical].every(isHere)
      },
    },
    {
      question: 'The site reaches its database, which knows it',
      todo: 'Set the variables of the site on its host.',
      ask: async () => {
        await home.need()
        const { status, body } = await get(`${url}/api/health`, { ca })
        const { warning, reason } = JSON.parse(body) as { warning?: string; reason?: string }
        return (status === 200 && !warning) || `${url}/api/health says: ${warning ?? reason ?? status}`
      },
    },
    {
      question: 'The site has the secret for /api/tasks, which sends mail and reads calendars',
      todo: 'Set SMTP_URL, MAIL_FROM, MAIL_TO and OUTBOX_SECRET on the site’s host, as in .env.',
      ask: async () => {
        if (readSetting(() => tasksSecrets(env)).length === 0) throw new NeedsVariable('OUTBOX_SECRET')
        await home.need()
        return (await get(`${url}/api/tasks`, { ca })).status === 401
      },
    },
  ]
}
