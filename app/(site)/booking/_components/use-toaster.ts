import { useEffect, useState } from 'react'
import type * as toasts from '@/components/toasts'

type Toaster = typeof toasts

/**
 * The messages at the edge of the page. They are loaded when the form can be used, before anybody can have sent it; null until then, and
 * where they could not be loaded: what they would say then stands in the page.
 */
export function useToaster(): Toaster | null {
  const [toaster, setToaster] = useState<Toaster | null>(null)
  useEffect(() => {
    import('@/components/toasts').then(setToaster, () => {})
  }, [])
  return toaster
}
