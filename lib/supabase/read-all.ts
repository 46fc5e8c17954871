import type { PostgrestError } from '@supabase/supabase-js'

/** The server's own limit (`max_rows` in supabase/config.toml). */
const PAGE = 1_000

/** The lowest row limit that a server may have. A page with fewer rows is the last page. */
const MIN_ROW_LIMIT = 100

interface Query<Row> {
  retry(enabled: boolean): PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>
}

/**
 * Also beyond the server's row limit, which may be lower than PAGE. `page` needs a complete order, or pages could
 * overlap; both indexes are included. Throws without the client's three retries, for which a person would have to wait.
 */
export async function readAll<Row>(page: (from: number, to: number) => Query<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await page(rows.length, rows.length + PAGE - 1).retry(false)
    if (error) throw error
    rows.push(...(data ?? []))
    if (!data || data.length < MIN_ROW_LIMIT) return rows
  }
}
