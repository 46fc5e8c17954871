'use client'

import { useState } from 'react'
import { logOut } from './log-out'
import { ActionButton } from './action-button'
import { useAuth } from './auth-context'

/** Before hydration, a press submits the form to `logOut`. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, setPending] = useState(false)
  return (
    <form
      action={logOut}
      onSubmit={(event) => {
        event.preventDefault()
        setPending(true)
        void signOut().finally(() => setPending(false))
      }}
    >
      <ActionButton type="submit" variant="outline" size="xs" pending={pending}>
        Logout
      </ActionButton>
    </form>
  )
}
