'use client'

import { buttonVariants } from './ui/button-variants'

/** For a form that cannot be sent, because a deploy has replaced the version of the open page. */
export const OUTDATED = 'The site has been updated since you opened this page. Load it again to go on.'

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
