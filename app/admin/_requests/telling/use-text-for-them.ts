'use client'

import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { useLive } from '../../_components/live'
import { showSection } from '../../_components/show-section'
import type { RunOptions } from '../../_components/use-admin-action'
import { useCallsToTell } from './calls-to-tell'

/** On a request's page its own text, else where all are. */
const showText = ([first]: AdminRequest[]) =>
  showSection(`untold-${first?.id}`) || showSection('not-yet-told')

/**
 * For the message about calls that were changed: where nobody is mailed, a button that leads to the texts
 * for their visitors. `now` is when the page was read, in milliseconds.
 */
export function useTextForThem(now: number): (requests: AdminRequest[]) => RunOptions['cancel'] {
  const { sends } = useCallsToTell()
  const { refresh } = useLive()
  return (requests) => {
    if (sends || !requests.some((request) => isAhead(request, now) && !isErased(request))) return undefined
    return {
      label: requests.length === 1 ? 'Text for them' : 'Texts for them',
      // The page may not have them yet.
      onPress: () => showText(requests) || void refresh().shown.then(() => showText(requests)),
    }
  }
}
