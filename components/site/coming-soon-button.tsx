'use client'

import { useHydrated } from '@/components/use-hydrated'

/** For a page that does not exist yet. Before hydration and without JavaScript it is plain text. */
export function ComingSoonButton({ label, message }: { label: string; message: string }) {
  const interactive = useHydrated()
  if (!interactive)
    return (
      <span className="coming-soon whitespace-nowrap">
        {label}
        <span className="hidden noscript:inline">&nbsp;({message})</span>
      </span>
    )
  return (
    <button type="button" onClick={() => alert(message)} className="coming-soon">
      {label}
    </button>
  )
}
