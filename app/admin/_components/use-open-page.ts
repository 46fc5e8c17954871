import { useRouter } from 'next/navigation'
import { dismissToast, showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'
import { useLive } from './live'

export const notReached = {
  tone: 'error',
  message: 'Failed to load admin data.',
  detail: 'The site could not be reached. Please try again.',
  id: 'navigate',
} as const

/** If the site does not respond, a toast appears instead of the browser's error page. */
export function useOpenPage() {
  const router = useRouter()
  const { open } = useLive()
  return async (
    href: string,
    { replace = false, onLeave }: { replace?: boolean; onLeave?: () => void } = {},
  ) => {
    if (!(await isReachable())) return showToast(notReached)
    dismissToast(notReached.id)
    onLeave?.()
    open(() => (replace ? router.replace(href) : router.push(href)))
  }
}
