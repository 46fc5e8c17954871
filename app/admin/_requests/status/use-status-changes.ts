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

/** Sets several requests of one kind to one status. */
export interface StatusSetting {
  requests: AdminRequest[]
  status: Status
  /** A message to the visitors whose bookings are cancelled. */
  message?: string
}

interface StatusOptions {
  /** A second button in the toast about these requests. */
  textButtonFor: (requests: AdminRequest[]) => RunOptions['secondButton']
  /** Keeps rows in their place in the list. */
  put?: ReturnType<typeof useHandledRows>['put']
  /** Called after a change of at least one request, with the requests left unchanged as `failed`. */
  onDone?: (change: StatusSetting, failed: AdminRequest[]) => void
}

/**
 * Sets statuses. `withChanges` applies them optimistically to a request; a failed change reverts, with the
 * reason in a toast. A request may be changed again at once, because Next sends actions one after the other.
 */
export function useStatusChanges({ textButtonFor, put, onDone }: StatusOptions) {
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

    // Before the response, because the page without these rows may arrive earlier.
    if (!mayAsk) put?.(changedOf(requests), true)
    const showDone = () => showChanged(Object.fromEntries(requests.map(({ id }) => [id, status])))
    run(action, {
      failure: statusFailures[type],
      secondButton: textButtonFor(requests),
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
        // Includes failed undos: others have changed these requests, and the rows show how.
        onResult: () => put?.(requests, false),
      },
    })
  }

  return { change, withChanges, pending }
}

/** Splits the requests into changed and unchanged ones. */
function outcome(requests: AdminRequest[], result: ActionResult) {
  const failedIds = 'failed' in result ? result.failedIds : undefined
  const isDone = ({ id }: AdminRequest) =>
    'message' in result || (failedIds !== undefined && !failedIds.includes(id))
  return { done: requests.filter(isDone), failed: requests.filter((request) => !isDone(request)) }
}
