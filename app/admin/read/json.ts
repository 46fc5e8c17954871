import 'server-only'
import { ZodError } from 'zod'
import { AccessError, adminClient } from '@/lib/supabase/auth'
import { logFailure } from '../run-admin-action'

/**
 * The response to a GET by an admin's page. 400 for input that the schema rejects, 401 without a session, 403
 * for non-admins, 503 when `read` fails, which it logs.
 */
export async function json(read: () => Promise<unknown>): Promise<Response> {
  try {
    await adminClient()
    return Response.json(await read(), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof ZodError) return new Response(null, { status: 400 })
    if (error instanceof AccessError) return new Response(null, { status: error.status })
    logFailure('Failed to load admin data.', error)
    return new Response(null, { status: 503 })
  }
}
