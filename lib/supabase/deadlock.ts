/** The SQLSTATE of a transaction that Postgres stopped because it and another waited for each other. */
export const DEADLOCK = '40P01'

/**
 * Like `fetch`, but sends a request once more when the database stopped it because of a deadlock. A request
 * is one transaction, so the first try stored nothing.
 */
export async function fetchPastDeadlock(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (response.status !== 500) return response
  const error: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const isDeadlock = (error as { code?: unknown } | null)?.code === DEADLOCK
  return isDeadlock ? fetch(...request) : response
}
