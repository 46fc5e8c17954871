import type { PostgrestError } from '@supabase/supabase-js'

/** Rows per request: the server's limit (`max_rows` in supabase/config.toml). */
const PAGE = 1_000

/** The part of a supabase-js query that is used here. */
interface Query<Row> {
  retry(enabled: boolean): PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>
}

/**
 * Reads all rows of a query, in pages, because the server limits the rows of a response. `page` must query the rows from one index to another
 * (both included) in a unique order, or pages could overlap. Reads until a page is empty, so it also works with a lower server limit. Throws
 * the server's error without the client's three retries, which would take too long.
 */
export async function readAll<Row>(page: (from: number, to: number) => Query<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await page(rows.length, rows.length + PAGE - 1).retry(false)
    if (error) throw error
    if (!data?.length) return rows
    rows.push(...data)
  }
}
