import { useEffect, useState } from 'react'
import type * as toasts from '@/components/toasts'

/**
 * The toasts' module, loaded after hydration to keep the page's script small. Null until then, or if it fails
 * to load: the page then shows messages without toasts.
 */
export function useToaster(): typeof toasts | null {
  const [toaster, setToaster] = useState<typeof toasts | null>(null)
  useEffect(() => {
    import('@/components/toasts').then(setToaster, () => {})
  }, [])
  return toaster
}
