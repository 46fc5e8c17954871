'use client'

import { useOptimistic } from 'react'
import type { AdminRequest, Status } from '@/lib/requests/request'
import type { BookingChange, InquiryChange } from '@/lib/requests/schema'
import { useAdminAction } from '../_components/use-admin-action'
import { changeBookings, changeInquiries } from './actions'
import { statusFailures } from './labels'

const unchanged: Record<string, Status> = {}

/**
 * Sets statuses. `withChanges` gives a request as it will be once the server agrees; what could not
 * be set is taken back, with the reason in a message. `onDone` is called after each change that was
 * made. Changes are sent one after the other, so a request may be changed again at once.
 */
export function useStatusChanges(onDone: (requests: AdminRequest[], status: Status) => void) {
  const [changed, showChanged] = useOptimistic(unchanged, (now, more: typeof unchanged) => ({
    ...now,
    ...more,
  }))
  const { run, pending } = useAdminAction({ parallel: true })

  function withChanges<Request extends AdminRequest>(request: Request): Request {
    const status = changed[request.id]
    return status ? { ...request, status } : request
  }

  /** `requests` are of one kind. */
  function change(requests: AdminRequest[], status: Status) {
    const changes = requests.map(({ id, name, status: seenStatus, ...request }) => ({
      ...{ id, name, seenStatus, status },
      // Its visitor may move it meanwhile.
      ...(request.type === 'booking' && { time: `${request.date} ${request.start_time}` }),
    }))
    const type = requests[0]?.type ?? 'booking'
    const action = () =>
      type === 'booking'
        ? changeBookings(changes as BookingChange[])
        : changeInquiries(changes as InquiryChange[])
    run(action, {
      failure: statusFailures[type],
      onStart: () => showChanged(Object.fromEntries(requests.map(({ id }) => [id, status]))),
      onResult: (result) => result.status === 'success' && onDone(requests, status),
      onUndo: () => showChanged(Object.fromEntries(requests.map((request) => [request.id, request.status]))),
    })
  }

  return { change, withChanges, pending }
}
