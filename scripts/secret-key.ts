/** By a call that needs the key. Throws one sentence if Supabase does not respond or refuses the key. */
export async function checkSecretKey({ url, secretKey }: { url: string; secretKey: string }): Promise<void> {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  const response = await fetch(`${url}/auth/v1/admin/users?per_page=1`, {
    headers,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  if (!response)
    throw new Error(`${url} does not respond. Check SUPABASE_URL; a paused project has to be restored.`)
  if (response.status === 401 || response.status === 403)
    throw new Error('SUPABASE_SECRET_KEY is not the project’s secret key: see Project Settings → API Keys.')
  if (!response.ok) throw new Error(`${url} responds with HTTP ${response.status}: is it a Supabase?`)
}
