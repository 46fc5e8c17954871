/** Two transactions waited for each other, and Postgres stopped one of them. */
export const DEADLOCK = '40P01'

/** Sends a request again, once, after a deadlock. A request is one transaction, so the first attempt stored nothing. */
export async function fetchPastDeadlock(
  send: typeof fetch,
  ...request: Parameters<typeof fetch>
): Promise<Response> {
  const response = await send(...request)
  if (response.status !== 500) return response
  const error: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const isDeadlock = (error as { code?: unknown } | null)?.code === DEADLOCK
  return isDeadlock ? send(...request) : response
}
