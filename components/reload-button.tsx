'use client'

import { buttonVariants } from './ui/button-variants'

/** Shown when the page is older than the site, so that its form cannot be sent. */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Reloads the page in the site's current version. `onPress` runs first, to store what was typed. */
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
