import { useEffect, useState } from 'react'
import type * as toasts from '@/components/toasts'

/** Loaded for the second step, which sends the form. While null, messages appear without toasts. */
export function useToaster(step: 1 | 2): typeof toasts | null {
  const [toaster, setToaster] = useState<typeof toasts | null>(null)
  useEffect(() => {
    if (step === 2) import('@/components/toasts').then(setToaster, () => {})
  }, [step])
  return toaster
}
