'use client'

import { Button } from './ui/button'

/** Why a form that was opened before an update of the site cannot be sent from this page. */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

/** Loads the page anew, with the site's present version. `onPress` keeps what is not kept yet. */
export function ReloadButton({ onPress }: { onPress?: () => void }) {
  return (
    <Button
      size="sm"
      variant="outline"
      onClick={() => {
        onPress?.()
        location.reload()
      }}
    >
      Load the page again
    </Button>
  )
}
