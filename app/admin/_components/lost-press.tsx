'use client'

import { useEffect } from 'react'
import { showToast } from '@/components/toasts'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { LOST_PRESS } from './redirect-to-login'

/** Says, after a new sign-in, which press was not done because the session had ended. */
export function LostPress() {
  useEffect(() => {
    // In a timeout, because toasts can only be shown after this commit.
    const timer = setTimeout(() => {
      const message = readStorage('sessionStorage', LOST_PRESS)
      if (!message) return
      writeStorage('sessionStorage', LOST_PRESS, null)
      showToast({ tone: 'error', message, detail: 'Your session had ended before it. Please try again.' })
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
