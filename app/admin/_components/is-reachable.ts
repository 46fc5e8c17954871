const GIVE_UP_MS = 8_000

/**
 * What the site says now: a mark that is another one after each change of what the admin shows, null
 * when this is no open session of an admin. Null when the site or its database do not respond.
 */
export async function probe(): Promise<{ newest: string | null } | null> {
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const response = await fetch('/api/health?database', { cache: 'no-store', signal })
    return response.ok ? ((await response.json()) as { newest: string | null }) : null
  } catch {
    return null
  }
}

/**
 * Whether the site and its database respond now. Checked before the router fetches the page again,
 * because a failed fetch makes the router reload the document.
 */
export async function isReachable(): Promise<boolean> {
  return (await probe()) !== null
}
