export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logNotFound } = await import('./lib/http/log-not-found')
  logNotFound()
  const { logSiteKeyProblem } = await import('./lib/supabase/site-key-state')
  void logSiteKeyProblem()
  const { findZoneProblem } = await import('./lib/supabase/studio-zone')
  // The database may not be ready yet.
  const problem = await findZoneProblem().catch(() => null)
  if (problem) console.error(problem)
}
