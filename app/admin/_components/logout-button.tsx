'use client'

import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { useAuth } from './auth-context'

/** Signs out on every device. */
export function LogoutButton() {
  const { signOut } = useAuth()
  const [pending, startTransition] = useTransition()
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => pending || startTransition(signOut)}
      aria-disabled={pending}
    >
      Logout
    </Button>
  )
}
