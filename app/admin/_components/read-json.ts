/**
 * Reads JSON for an admin by GET, which does not queue behind a running server action; null when the read
 * fails.
 */
export async function readJson<Data>(path: string): Promise<Data | null> {
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as Data) : null
  } catch {
    return null
  }
}
