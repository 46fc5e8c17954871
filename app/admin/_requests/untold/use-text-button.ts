import { paths, requestPath } from '@/lib/paths'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { useLive } from '../../_components/live'
import { showSection } from '../../_components/show-section'
import type { RunOptions } from '../../_components/use-report'
import { useOpenPage } from '../../_components/use-open-page'

/** A site without mails shows the texts that tell visitors. `now`: when the server read, in milliseconds. */
export function useTextButton(
  now: number,
  mailed: boolean,
): (requests: AdminRequest[]) => RunOptions['secondButton'] {
  const { refresh } = useLive()
  const openPage = useOpenPage()
  return (requests) => {
    const [first, ...others] = requests
    if (!first || mailed || !requests.some((request) => isAhead(request, now) && !isErased(request)))
      return undefined
    const page = others.length === 0 ? requestPath(first.id) : paths.untold
    const show = () => showSection(`call-to-tell-${first.id}`)
    return {
      label: others.length === 0 ? 'Text for them' : 'Texts for them',
      onPress() {
        if (location.pathname !== page) void openPage(page)
        // The text may come only with the next refresh of the page.
        else if (!show()) void refresh().then(show)
      },
    }
  }
}
