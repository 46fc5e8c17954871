'use client'

import { type Fold, FOLDS, openPath } from './folds'
import { showSection } from './show-section'

interface SectionLinkProps extends Pick<React.ComponentProps<'a'>, 'className' | 'children'> {
  /** The id of a section's heading, or of the element with all sections. */
  id: Fold | 'hours'
}

/** A link to a section of /admin, which opens it for this visit. On that page, without a navigation. */
export function SectionLink({ id, ...props }: SectionLinkProps) {
  return (
    <a
      href={`${openPath(id === 'hours' ? FOLDS : [id])}#${id}`}
      onClick={(event) => showSection(id) && event.preventDefault()}
      {...props}
    />
  )
}
