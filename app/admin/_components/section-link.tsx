'use client'

import { paths } from '@/lib/paths'
import { showSection } from './show-section'

interface SectionLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  /** The id of the section, or of its heading. */
  id: string
}

/** A link to a section of /admin. On that page, it opens the section without a navigation. */
export function SectionLink({ id, ...props }: SectionLinkProps) {
  return (
    <a
      href={`${paths.admin}#${id}`}
      onClick={(event) => showSection(id) && event.preventDefault()}
      {...props}
    />
  )
}
