'use client'

import { useOptimistic, useTransition } from 'react'
import { showToast } from '@/components/toasts'
import { noResponse } from '@/components/use-form-action'
import { type AdminRequest, isErased, type Status } from '@/lib/requests/request'
import type { BookingChange, BookingRestore, InquiryChange } from '@/lib/requests/schema'
import { report, unreachable } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import { changeBookings, changeInquiries, restoreBookings } from './actions'
import { statusFailures } from './labels'

const unchanged: Record<string, Status> = {}

/**
 * Sets statuses. `withChanges` gives a record as it will be once the server agrees; what could not be set is taken back, with the reason
 * in a message. `onDone` is called after each change that was made. Changes are sent one after the other, so a record may be changed again at once.
 */
export function useStatusChanges(onDone: (requests: AdminRequest[], status: Status) => void) {
  const [changed, showChanged] = useOptimistic(unchanged, (now, more: Record<string, Status>) => ({
    ...now,
    ...more,
  }))
  const [pending, startTransition] = useTransition()

  function withChanges<Request extends AdminRequest>(request: Request): Request {
    const status = changed[request.id]
    return status ? { ...request, status } : request
  }

  /** `requests` are of one kind. */
  function change(requests: AdminRequest[], status: Status) {
    const changes = requests.map(({ id, status: seen, ...request }) => ({
      ...{ id, seen, status },
      // Its visitor may move it meanwhile.
      ...(request.type === 'booking' && { time: `${request.date} ${request.startTime}` }),
    }))
    const restorable = requests.filter((request) => !isErased(request))
    const isBooking = requests[0]?.type === 'booking'
    startTransition(async () => {
      showChanged(Object.fromEntries(requests.map(({ id }) => [id, status])))
      const result = isBooking
        ? await settle(changeBookings(changes as BookingChange[]), 'booking')
        : await settle(changeInquiries(changes as InquiryChange[]), 'inquiry')
      if (result.status === 'success' && status === 'cancelled') {
        showToast({
          tone: 'success',
          title: 'Success',
          message: result.message,
          action: restorable.length > 0 ? { label: 'Undo', onPress: () => undo(restorable) } : undefined,
        })
      } else report(result)
      if (result.status === 'success') onDone(requests, status)
    })
  }

  function undo(requests: AdminRequest[]) {
    startTransition(async () => {
      showChanged(Object.fromEntries(requests.map(({ id, status }) => [id, status])))
      const changes = requests.map(({ id, status }) => ({ id, seen: 'cancelled', status }))
      report(await settle(restoreBookings(changes as BookingRestore[]), 'booking'))
    })
  }

  return { change, withChanges, pending }
}

/** What became of an action, also when it could not be reached. */
function settle(action: Promise<ActionResult>, kind: AdminRequest['type']): Promise<ActionResult> {
  const wasOnline = navigator.onLine
  return action.catch((error: unknown) => unreachable(statusFailures[kind], noResponse(error, wasOnline)))
}
