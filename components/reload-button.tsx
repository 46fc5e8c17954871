'use client'

import { buttonVariants } from './ui/button-variants'

/**
 * The sentence for a form that cannot be sent because the site was deployed since the page was
 * opened.
 */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Reloads the page. `onPress` runs first, to save what was typed. */
export function ReloadButton({ onPress }: { onPress?: () => void }) {
  return (
    <button
      type="button"
      className={buttonVariants({ size: 'sm', variant: 'outline' })}
      onClick={() => {
        onPress?.()
        location.reload()
      }}
    >
      Load the page again
    </button>
  )
}
