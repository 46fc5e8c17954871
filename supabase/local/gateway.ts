import { handleAuth } from './auth/routes'
import { json, notServed } from './http'
import { handleRest } from './rest/routes'
import { callerOfKey, type Services } from './services'

const EXPOSED =
  'Content-Range, Content-Location, Preference-Applied, Location, X-Total-Count, Link, X-Supabase-Api-Version'

export async function handle(services: Services, request: Request): Promise<Response> {
  const response = request.method === 'OPTIONS' ? preflight(request) : await route(services, request)
  response.headers.set('access-control-allow-origin', '*')
  response.headers.set('access-control-expose-headers', EXPOSED)
  return response
}

function preflight(request: Request): Response {
  return new Response(null, {
    headers: {
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    },
  })
}

async function route(services: Services, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === '/auth/v1/.well-known/jwks.json' || url.pathname === '/auth/v1/health') {
    return handleAuth(services, request, url, null)
  }
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
  if (key === null) {
    const hint = 'No `apikey` request header or url param was found.'
    return json(401, { message: 'No API key found in request', hint })
  }
  const caller = callerOfKey(services.keys, key)
  if (!caller) return json(401, { message: 'Invalid API key' })
  url.searchParams.delete('apikey')
  if (url.pathname.startsWith('/auth/v1/')) return handleAuth(services, request, url, caller)
  if (url.pathname.startsWith('/rest/v1/')) return handleRest(services, request, url, caller)
  return json(404, { message: notServed(url.pathname) })
}
