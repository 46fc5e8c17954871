import { useEffect, useState } from 'react'
import type * as toasts from '@/components/toasts'

/** Loaded after hydration to keep the page's script small. While null, messages appear without toasts. */
export function useToaster(): typeof toasts | null {
  const [toaster, setToaster] = useState<typeof toasts | null>(null)
  useEffect(() => {
    import('@/components/toasts').then(setToaster, () => {})
  }, [])
  return toaster
}
