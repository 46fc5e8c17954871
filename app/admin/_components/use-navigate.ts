import { useRouter } from 'next/navigation'
import { dismissToast, showToast } from '@/components/toasts'
import { isReachable } from './is-reachable'
import { useLive } from './live'
import { notReached } from './use-open-page'

let last = '' // the query of the last call, whether or not it is rendered yet

/**
 * `change` gets the present query ('' or '?…') and returns the new one. Calls at the same time make one
 * navigation with all changes. While the site is unreachable, `navigate` only shows a toast. `requested` are
 * the parameters of the query until its page is shown, else null.
 */
export function useNavigate() {
  const { open, requested, setRequested } = useLive()
  const router = useRouter()

  async function navigate(change: (query: string) => string) {
    const query = change(requested ?? location.search)
    last = query
    setRequested(query)
    const responds = await isReachable()
    if (last !== query) return
    if (!responds) {
      setRequested(null)
      return showToast(notReached)
    }
    dismissToast(notReached.id)
    open(() => {
      setRequested(null)
      router.replace(location.pathname + query + location.hash, { scroll: false })
    })
  }
  return {
    navigate,
    requested: requested === null ? null : Object.fromEntries(new URLSearchParams(requested)),
  }
}
