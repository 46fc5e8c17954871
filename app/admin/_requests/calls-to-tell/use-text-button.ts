'use client'

import { paths, requestPath } from '@/lib/paths'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { useLive } from '../../_components/live'
import { showSection } from '../../_components/show-section'
import type { RunOptions } from '../../_components/use-admin-action'
import { useOpenPage } from '../../_components/use-open-page'

/**
 * For the toast about changed calls: without mails, a button that leads to the texts for the visitors. `now`
 * is when the page was read, in milliseconds; `sends` is true if mails reach people.
 */
export function useTextButton(
  now: number,
  sends: boolean,
): (requests: AdminRequest[]) => RunOptions['secondButton'] {
  const { refresh } = useLive()
  const openPage = useOpenPage()
  return (requests) => {
    const [first, ...others] = requests
    if (!first || sends || !requests.some((request) => isAhead(request, now) && !isErased(request)))
      return undefined
    const page = others.length === 0 ? requestPath(first.id) : paths.told
    const show = () => showSection(`call-to-tell-${first.id}`)
    return {
      label: others.length === 0 ? 'Text for them' : 'Texts for them',
      onPress() {
        if (location.pathname !== page) openPage(page)
        // The page may not show the text yet.
        else if (!show()) void refresh().ended.then(show)
      },
    }
  }
}
