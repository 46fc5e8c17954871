/**
 * Reads something of the admin by GET, which waits for no action that is under way; null when it cannot
 * be read.
 */
export async function readJson<Data>(path: string): Promise<Data | null> {
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as Data) : null
  } catch {
    return null
  }
}
