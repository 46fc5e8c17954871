/** Called once by Next when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { logMissing } = await import('./lib/log-missing')
  logMissing()
  const { dropEmptyAction } = await import('./lib/drop-empty-action')
  dropEmptyAction()
  if (process.env.NODE_ENV !== 'production') return
  const { compressOnce } = await import('./lib/answers/compress-once')
  compressOnce()
  const { paintFirst } = await import('./lib/answers/paint-first')
  paintFirst()
}
