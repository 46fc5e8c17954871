'use client'

import { buttonVariants } from './ui/button-variants'

/** Why a form that was opened before an update of the site cannot be sent from this page. */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Loads the page anew, with the site's present version. `onPress` keeps what is not kept yet. */
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
