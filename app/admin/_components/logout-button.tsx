'use client'

import { useTransition } from 'react'
import { logOut } from './log-out'
import { ActionButton } from './action-button'
import { useAuth } from './auth-context'

/** Before hydration, a press submits the form to `logOut`. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, startTransition] = useTransition()
  return (
    <form
      action={logOut}
      onSubmit={(event) => {
        event.preventDefault()
        startTransition(signOut)
      }}
    >
      <ActionButton type="submit" variant="outline" size="xs" pending={pending}>
        Logout
      </ActionButton>
    </form>
  )
}
