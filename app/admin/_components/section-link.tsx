'use client'

import { paths } from '@/lib/paths'
import { showSection } from './show-section'

interface SectionLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  /** The id of the section, or of the heading in it. */
  id: string
}

/**
 * A link that opens a section of the admin's first page, without a navigation if that page is shown.
 */
export function SectionLink({ id, ...props }: SectionLinkProps) {
  return (
    <a
      href={`${paths.admin}#${id}`}
      onClick={(event) => showSection(id) && event.preventDefault()}
      {...props}
    />
  )
}
