'use client'

import { paths } from '@/lib/paths'
import { showSection } from './show-section'

interface SectionLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  /** The id of the section or its heading. */
  id: string
}

/** A link that opens a section of /admin, without a navigation on that page. */
export function SectionLink({ id, ...props }: SectionLinkProps) {
  return (
    <a
      href={`${paths.admin}#${id}`}
      onClick={(event) => showSection(id) && event.preventDefault()}
      {...props}
    />
  )
}
