'use client'

import { startTransition, useEffect, useState } from 'react'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased, withStatus } from '@/lib/requests/request'
import { showSection } from '../../_components/show-section'
import { useCallsToTell } from '../telling/calls-to-tell'
import { useOpenRequest } from '../open-request'
import { forgetCancelMessage } from './cancel-dialog'
import type { StatusSetting } from './use-status-changes'

/**
 * What a change leads to: where nobody is mailed, to the text for them, of several to the list of those
 * who are not yet told; else the request that was changed closes. Returns whether it leads to that list.
 */
export function useAfterChange(now: number): (changed: StatusSetting) => boolean {
  const { openUnlessOther, close } = useOpenRequest()
  const { sends } = useCallsToTell()
  const [listed, setListed] = useState<AdminRequest[]>([])
  useEffect(() => {
    if (listed.length > 0) showSection('not-yet-told')
  }, [listed])

  return ({ requests, status }) => {
    if (status === 'cancelled') forgetCancelMessage(requests)
    const toTell = sends ? [] : requests.filter((request) => isAhead(request, now) && !isErased(request))
    const [alone, ...others] = toTell
    if (alone && others.length === 0) openUnlessOther(withStatus(alone, status))
    else for (const { id } of requests) close(id)
    // In a transition, so that it comes with the page, which lists them.
    if (others.length > 0) startTransition(() => setListed(toTell))
    return others.length > 0
  }
}
