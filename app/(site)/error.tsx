'use client'

import { RestStyles } from '@/app/styles/rest-styles'
import { useEffect } from 'react'
import { primary } from '@/components/ui/button-colours'
import { errorPage } from '@/lib/content/error-page'
import { site } from '@/lib/content/studio'

/** Shows no details: only the server's log has them. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  // A script of the page failed to load, usually because of a deploy. Reloading the page helps.
  const isIncomplete = error instanceof Error && error.name === 'ChunkLoadError'
  useEffect(() => {
    if (isIncomplete) location.reload()
  }, [isIncomplete])
  if (isIncomplete) return null

  return (
    <div className="wrap flex min-h-[70svh] flex-col items-start justify-center">
      <RestStyles />
      <h1 className="text-headline">{errorPage.title}</h1>
      <p className="mt-4 max-w-[24em] text-lead text-muted-foreground">
        {errorPage.text}{' '}
        <a href={`mailto:${site.email}`} className="link">
          {site.email}
        </a>
      </p>
      <button type="button" onClick={retry} className={`button mt-7 min-h-11 px-5 text-base ${primary}`}>
        {errorPage.action}
      </button>
    </div>
  )
}
