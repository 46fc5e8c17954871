import { createHash } from 'node:crypto'
import { feedFile } from '@/lib/calendar-feed/file'
import { readFeed } from '@/lib/calendar-feed/queries'
import { badRequests } from '@/lib/content/bad-requests'
import { linkOrigin } from '@/lib/mail/config'

/** An unreadable feed is a 503, so that calendar programs keep their copy. */
export async function GET(request: Request, { params }: RouteContext<'/calendar/[token]/calls.ics'>) {
  const calls = await readFeed((await params).token)
  if (calls === 'invalid') return sentence(badRequests.noCalendar, 404)
  if (calls === 'unreachable') return sentence('The calendar cannot be read just now.', 503)
  const body = feedFile(calls, linkOrigin())
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  const headers = { 'Cache-Control': 'private, no-cache', ETag: etag }
  if (hasTag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } })
}

/** Compares weakly (RFC 9110), because proxies that compress a response weaken its ETag. */
function hasTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}

function sentence(text: string, status: number) {
  return new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
