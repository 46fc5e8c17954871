import type { PostgrestError } from '@supabase/supabase-js'

/** The number of rows in one request: the server's own limit (`max_rows` in supabase/config.toml). */
const PAGE = 1_000

/** The lowest row limit that a server may have. A page with fewer rows is the last page. */
const MIN_ROW_LIMIT = 100

interface Query<Row> {
  retry(enabled: boolean): PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>
}

/**
 * Reads every row of a query, also beyond the server's row limit. `page` queries the rows from one index to
 * another, both included; its order must be complete, or pages could overlap. Reads on after a page that is
 * not full, because the server may have a lower row limit. Throws the server's error without the client's
 * three retries, for which a person would have to wait.
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
