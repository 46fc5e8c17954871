'use client'

import { useTransition } from 'react'
import { ActionButton } from './action-button'
import { useAuth } from './auth-context'

/** Signs out on every device. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, startTransition] = useTransition()
  return (
    <ActionButton variant="outline" size="sm" pending={pending} onClick={() => startTransition(signOut)}>
      Logout
    </ActionButton>
  )
}
