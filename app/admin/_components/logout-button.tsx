'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useAuth } from './auth-context'

/** Signs out on every device. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, setPending] = useState(false)

  function logout() {
    if (pending) return
    setPending(true)
    void signOut()
  }

  return (
    <Button variant="outline" size="sm" onClick={logout} aria-disabled={pending}>
      Logout
    </Button>
  )
}
