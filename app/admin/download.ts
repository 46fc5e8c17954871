import 'server-only'
import { AccessError } from '@/lib/supabase/auth'
import { logFailure } from './run-admin-action'

const FAILURE = 'The file could not be read just now. Please go back and try again.'

/**
 * The response to an admin's download. 401 without a session and 403 for non-admins, when `read` throws
 * `AccessError`; 404 with the sentence `missing` when `read` finds nothing; 503 when `read` fails, which it
 * logs.
 */
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
