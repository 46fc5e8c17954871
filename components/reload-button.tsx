'use client'

import { buttonVariants } from './ui/button-variants'

/** Shown when a form cannot be sent, because the site was deployed after the page was opened. */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Reloads the page. `onPress` runs first, to save the typed text. */
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
