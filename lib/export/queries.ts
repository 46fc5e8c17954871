import 'server-only'
import { z } from 'zod'
import { hideTokens } from '../link-token'
import { adminClient, streamingAdminClient } from '../supabase/auth'

const text = z.string().nullable()
const exportedRequest = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  /** On the studio's clock, `YYYY-MM-DD HH:MM`. */
  created: z.string(),
  /** As Postgres writes it: a JavaScript date would lose the microseconds, which order the rows. */
  created_at: z.string(),
  name: z.string(),
  email: z.string(),
  phone: text,
  message: text,
  package: text,
  fit: text,
  price_seen: text,
  date: text,
  start_time: text,
  end_time: text,
  starts_at: text,
  ends_at: text,
  location: text,
  cancel_reason: text,
  cancel_message: text,
  owner: text,
  outcome: text,
  outcome_reason: text,
})

export type ExportedRequest = z.infer<typeof exportedRequest>

const PAGE = 500

/**
 * All requests that exist at the start, newest first, each once even if requests change meanwhile. Throws an
 * `AccessError` unless the caller is an admin, and the database server's error if a page fails twice.
 */
export async function* readRequests(): AsyncGenerator<ExportedRequest[]> {
  const supabase = await streamingAdminClient()
  for (let last: ExportedRequest | undefined; ;) {
    const after = { p_before: last?.created_at, p_before_id: last?.id }
    const read = async () => {
      const { data } = await supabase.rpc('export_requests', { ...after, p_limit: PAGE }).throwOnError()
      return z.array(exportedRequest).parse(data)
    }
    const page = await read().catch(read)
    if (!last) logExport()
    yield page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}

/** JSON, without the links of the person's pages; null if erased. Throws an `AccessError` unless an admin asks. */
export async function findPerson(id: string): Promise<string | null> {
  const supabase = await adminClient()
  const { data } = await supabase.rpc('export_person', { p_id: id }).throwOnError()
  logExport()
  return data === null ? null : hideTokens(`${JSON.stringify(data, null, 2)}\n`)
}

function logExport() {
  console.warn('admin: an admin exported data.')
}
