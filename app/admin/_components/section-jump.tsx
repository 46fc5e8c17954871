'use client'

import { showSection } from './show-section'

/** A link in a text to a section of the page, by the id of its heading. */
export function SectionJump({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        showSection(id)
      }}
      className="font-semibold text-brand underline underline-offset-3"
    >
      {children}
    </a>
  )
}
