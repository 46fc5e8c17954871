'use client'

import { RunButton } from '../../_components/run-button'
import { signOutElsewhere } from '../password-action'

export function SignOutElsewhere() {
  return (
    <RunButton
      variant="outline"
      size="sm"
      className="justify-self-start"
      action={signOutElsewhere}
      options={{ failure: 'Wherever else you are signed in, you may still be', repeats: true }}
    >
      Sign out everywhere else
    </RunButton>
  )
}
