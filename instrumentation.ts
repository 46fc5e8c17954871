/** Next calls this function once when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logNotFound } = await import('./lib/site/log-not-found')
  logNotFound()
  const { logSiteKeyProblem } = await import('./lib/supabase/site-key-state')
  void logSiteKeyProblem()
}
