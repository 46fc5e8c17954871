'use client'

import { useState } from 'react'
import { showToast } from '@/components/toasts'
import { Button } from '@/components/ui/button'
import { useAuth } from './auth-context'

/** Signs out on every device. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, setPending] = useState(false)

  async function logout() {
    setPending(true)
    if (await signOut()) return
    setPending(false)
    showToast({
      tone: 'error',
      title: 'Error',
      message: 'You are still signed in: the sign-in service could not be reached. Please try again.',
    })
  }

  return (
    <Button variant="outline" size="sm" onClick={() => void logout()} aria-disabled={pending}>
      Logout
    </Button>
  )
}
