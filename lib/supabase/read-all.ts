import type { PostgrestError } from '@supabase/supabase-js'

/** The rows of one request: the server's own limit (`max_rows` in supabase/config.toml). */
const PAGE = 1_000

/** The lowest row limit that a server may have. A shorter page is the last. */
const MIN_ROW_LIMIT = 100

/** A query of supabase-js. */
interface Query<Row> {
  retry(enabled: boolean): PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>
}

/**
 * Reads every row of a query, past the server's row limit. `page` queries the rows from one index to another,
 * both included; it needs a complete order, or pages could overlap. It reads on after a page that is not
 * full, so that a server with a lower limit does not cut the list silently. Throws the server's error at
 * once, because the client's three retries would keep a person waiting.
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
