import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { createServerClient } from '@supabase/ssr'
import { cookieOptions } from '../../lib/supabase/options'
import { freePort, siteUrl } from '../processes'
import { type Backend, nodeOptions } from '../supabase-client'

/** Reached from this machine only. */
export const isHere = (host = '127.0.0.1') => ['127.0.0.1', 'localhost'].includes(host)

/** Works once. Cookies know hosts but no ports, so the address has the site's host and a port of its own. */
export async function serveSignIn(
  backend: Backend & { publishableKey: string },
  account: { email: string; password: string },
  site: { port: number; host?: string },
): Promise<string> {
  const path = `/${randomBytes(24).toString('base64url')}`
  let isUsed = false
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) response.writeHead(404).end()
    else if (isUsed) response.writeHead(410).end('This address has worked once. Start again for another.')
    else {
      isUsed = true
      void signIn(response).catch(() => response.writeHead(502).end('The sign-in failed.'))
    }
  })
  const port = await freePort(site.port + 1)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return siteUrl(port, site.host) + path

  async function signIn(response: ServerResponse) {
    const cookies: string[] = []
    const supabase = createServerClient(backend.url, backend.publishableKey, {
      ...nodeOptions(backend),
      cookieOptions: cookieOptions(false),
      cookies: {
        getAll: () => [],
        setAll: (values) => {
          for (const { name, value } of values)
            cookies.push(`${name}=${value}; Path=/; SameSite=Lax; Max-Age=34560000`)
        },
      },
    })
    const { error } = await supabase.auth.signInWithPassword(account)
    if (error) throw error
    response.writeHead(303, {
      location: `${siteUrl(site.port, site.host)}/admin`,
      'set-cookie': cookies,
      'cache-control': 'no-store',
    })
    response.end()
  }
}
