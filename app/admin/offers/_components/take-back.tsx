'use client'

import { useEffect, useEffectEvent } from 'react'
import { dismissToast } from '@/components/toasts'
import type { OfferUndo } from '@/lib/offers/view'
import type { FollowUp } from '../../action-result'
import { ActionButton } from '../../_components/action-button'
import { useActionHost } from '../../_components/action-host-context'
import { useLive } from '../../_components/live'
import { toastId, useAdminAction } from '../../_components/use-admin-action'

/**
 * The button that undoes the last act on the offer. Refreshes the page at `until` (milliseconds), when Undo
 * ends.
 */
export function TakeBack({ undo, until }: { undo: OfferUndo; until: number }) {
  const { run, pending } = useAdminAction()
  const { runFollowUp } = useActionHost()
  const { refresh } = useLive()
  const followUp: FollowUp = ['undoActs', undo]
  const onOver = useEffectEvent(() => void refresh())

  useEffect(() => {
    const timer = setTimeout(onOver, Math.max(until - Date.now(), 0) + 500)
    return () => clearTimeout(timer)
  }, [until])

  return (
    <ActionButton
      size="sm"
      variant="outline"
      pending={pending}
      className="mt-2"
      onClick={() =>
        run(() => runFollowUp(followUp), {
          failure: 'It was not taken back',
          onResult: (result) => 'message' in result && dismissToast(toastId(followUp)),
        })
      }
    >
      Take it back
    </ActionButton>
  )
}
