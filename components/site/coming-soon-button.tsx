'use client'

import { useHydrated } from '@/components/use-hydrated'

/** A link to a page that is not written yet: once hydrated a button that says so, before that and without JavaScript plain text. */
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
