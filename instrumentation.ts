/** Called once by Next when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logMissing } = await import('./lib/log-missing')
  logMissing()
  const { logSiteKeyProblem } = await import('./lib/site-key-state')
  void logSiteKeyProblem()
}
