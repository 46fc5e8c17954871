import 'server-only'
import { AccessError } from '@/lib/supabase/auth'
import { logFailure } from './admin-action'

const FAILURE = 'The file could not be read just now. Please go back and try again.'

/** 401 without a session, 403 for non-admins, 404 with `missing` for null, 503 for any other error. */
export async function download(
  { name, type, missing }: { name: string; type: string; missing: string },
  read: () => Promise<BodyInit | null>,
): Promise<Response> {
  try {
    const body = await read()
    if (body === null) return new Response(missing, { status: 404 })
    return new Response(body, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (error instanceof AccessError) return new Response('For admins only.', { status: error.status })
    logFailure(FAILURE, error)
    return new Response(FAILURE, { status: 503 })
  }
}
