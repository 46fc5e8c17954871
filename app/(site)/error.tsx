'use client'

import { buttonClass } from '@/components/ui/button'
import { broken } from '@/lib/content/missing'

/** A page that broke while it was made. The details are in the server's log, never here. */
export default function ErrorPage({ retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="wrap flex min-h-[70svh] flex-col items-start justify-center py-20">
      <h1 className="text-headline">{broken.title}</h1>
      <p className="mt-4 max-w-[25em] text-lead text-pretty text-muted-foreground">{broken.text}</p>
      <button type="button" onClick={retry} className={buttonClass({ className: 'mt-7' })}>
        {broken.action}
      </button>
    </div>
  )
}
