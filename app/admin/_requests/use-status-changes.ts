'use client'

import { useOptimistic, useTransition } from 'react'
import { type AdminRequest, isErased, type Status } from '@/lib/requests/request'
import type { BookingChange, BookingRestore, InquiryChange } from '@/lib/requests/schema'
import { report, settle } from '../_components/use-admin-action'
import { changeBookings, changeInquiries, restoreBookings } from './actions'
import { statusFailures } from './labels'

const unchanged: Record<string, Status> = {}

/**
 * Sets statuses. `withChanges` gives a record as it will be once the server agrees; what could not be set is taken back, with the reason
 * in a message. `onDone` is called after each change that was made. Changes are sent one after the other, so a record may be changed again at once.
 */
export function useStatusChanges(onDone: (requests: AdminRequest[], status: Status) => void) {
  const [changed, showChanged] = useOptimistic(unchanged, (now, more: typeof unchanged) => ({
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
    const changes = requests.map(({ id, name, status: seen, ...request }) => ({
      ...{ id, name, seen, status },
      // Its visitor may move it meanwhile.
      ...(request.type === 'booking' && { time: `${request.date} ${request.start_time}` }),
    }))
    const restorable = requests.filter((request) => status === 'cancelled' && !isErased(request))
    const isBooking = requests[0]?.type === 'booking'
    startTransition(async () => {
      showChanged(Object.fromEntries(requests.map(({ id }) => [id, status])))
      const result = isBooking
        ? await settle(changeBookings(changes as BookingChange[]), statusFailures.booking)
        : await settle(changeInquiries(changes as InquiryChange[]), statusFailures.inquiry)
      report(result, restorable.length > 0 ? () => undo(restorable) : undefined)
      if (result.status === 'success') onDone(requests, status)
    })
  }

  function undo(requests: AdminRequest[]) {
    startTransition(async () => {
      showChanged(Object.fromEntries(requests.map(({ id, status }) => [id, status])))
      const changes = requests.map(({ id, name, status }) => ({ id, name, seen: 'cancelled', status }))
      report(await settle(restoreBookings(changes as BookingRestore[]), statusFailures.booking))
    })
  }

  return { change, withChanges, pending }
}
