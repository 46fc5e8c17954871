'use client'

import { useOptimistic } from 'react'
import { type AdminRequest, ERASED_EMAIL, type Status, withStatus } from '@/lib/requests/request'
import type { BookingChange, InquiryChange } from '@/lib/requests/schema'
import { type RunOptions, useAdminAction } from '../../_components/use-admin-action'
import type { ActionResult } from '../../action-result'
import { changeBookings, changeInquiries } from './actions'
import { statusFailures } from '../labels'
import type { useHandledRows } from '../list/use-handled-rows'

const unchanged: Record<string, Status> = {}

/** A change of several requests of one kind to one status. */
export interface StatusSetting {
  requests: AdminRequest[]
  status: Status
  /** A sentence to the visitors whose bookings are cancelled. */
  message?: string
}

interface StatusOptions {
  /** A second button in the message about these, for what else there is to do. */
  cancelFor: (requests: AdminRequest[]) => RunOptions['cancel']
  /** Keeps rows in their place in the list. */
  put?: ReturnType<typeof useHandledRows>['put']
  /** Called after each change, with the requests that were changed. */
  onDone?: (change: StatusSetting, failed: AdminRequest[]) => void
}

/**
 * Sets statuses. `withChanges` gives a request as it will be once the server agrees; what could not
 * be set is taken back, with the reason in a message. Changes are sent one after the other, so a
 * request may be changed again at once.
 */
export function useStatusChanges({ cancelFor, put, onDone }: StatusOptions) {
  const [changed, showChanged] = useOptimistic(unchanged, (now, more: typeof unchanged) => ({
    ...now,
    ...more,
  }))
  const { run, pending } = useAdminAction({ parallel: true })

  function withChanges<Request extends AdminRequest>(request: Request): Request {
    const status = changed[request.id]
    return status ? withStatus(request, status) : request
  }

  function change({ requests, status, message }: StatusSetting) {
    const changes = requests.map(({ id, name, email, revision, status: seenStatus }) => ({
      ...{ id, name, revision, seenStatus, status },
      ...(message && email !== ERASED_EMAIL && { cancel_message: message }),
    }))
    const type = requests[0]?.type ?? 'booking'
    const action = () =>
      type === 'booking'
        ? changeBookings({ changes: changes as BookingChange[] })
        : changeInquiries({ changes: changes as InquiryChange[] })
    const changedOf = (of: AdminRequest[]) => of.map((request) => withStatus(request, status))
    const mayAsk = status === 'confirmed' && requests.some((one) => one.status === 'cancelled')

    // Before the response: the page without these rows may arrive earlier.
    if (!mayAsk) put?.(changedOf(requests), true)
    const showDone = () => showChanged(Object.fromEntries(requests.map(({ id }) => [id, status])))
    run(action, {
      failure: statusFailures[type],
      cancel: cancelFor(requests),
      onStart: () => !mayAsk && showDone(),
      onYes: { onStart: showDone },
      onResult(result) {
        if ('question' in result) return put?.(requests, false)
        const { done, failed } = outcome(requests, result)
        put?.(changedOf(done), true)
        put?.(failed, false)
        if (done.length > 0) onDone?.({ requests: done, status }, failed)
      },
      onUndo: {
        onStart: () => showChanged(Object.fromEntries(requests.map((one) => [one.id, one.status]))),
        // Also what could not be undone: others have changed it, and the row says how.
        onResult: () => put?.(requests, false),
      },
    })
  }

  return { change, withChanges, pending }
}

/** Which of the requests were changed. */
function outcome(requests: AdminRequest[], result: ActionResult) {
  const failedIds = 'failed' in result ? result.failedIds : undefined
  const isDone = ({ id }: AdminRequest) =>
    'message' in result || (failedIds !== undefined && !failedIds.includes(id))
  return { done: requests.filter(isDone), failed: requests.filter((request) => !isDone(request)) }
}
