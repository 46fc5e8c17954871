'use client'

import { useEffect, useEffectEvent } from 'react'
import { dismissToast } from '@/components/toasts'
import type { OfferUndo } from '@/lib/offers/view'
import { ActionButton } from '../../_components/action-button'
import { useLive } from '../../_components/live'
import { toastOf, useAdminAction } from '../../_components/use-admin-action'
import { takeBack } from '../../_requests/undo-actions'

/** Takes back what was done last with the offer; when its minute is over the page is read again. */
export function TakeBack({ undo, until }: { undo: OfferUndo; until: number }) {
  const { run, pending } = useAdminAction()
  const { refresh } = useLive()
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
        run(() => takeBack(undo), {
          failure: 'It was not taken back',
          onResult: (result) => 'message' in result && dismissToast(toastOf(['takeBack', undo])),
        })
      }
    >
      Take it back
    </ActionButton>
  )
}
