import { useOptimistic } from 'react'
import { type AdminRequest, withStatus } from '@/lib/requests/request'
import { ERASED_EMAIL, type Status } from '@/lib/statuses'
import type { BookingChange, InquiryChange } from '@/lib/requests/schema'
import { useAdminAction } from '../../_components/use-admin-action'
import { storeDraft } from '../../_components/use-stored-draft'
import type { ActionResult } from '../../action-result'
import { changeBookings, changeInquiries } from './actions'
import { statusFailures } from '../labels'
import { useTextButton } from '../untold/use-text-button'

const unchanged: Record<string, Status> = {}

/** The sentence to a cancelled call's visitor, which an Undo gives back. */
export const cancelKey = (id: string) => `cancel ${id}`

export interface StatusSetting {
  requests: AdminRequest[]
  status: Status
  /** To the visitors whose bookings are cancelled. */
  message?: string
}

interface StatusOptions {
  now: number
  mailed: boolean
  /** From `useHandledRows`, so that changed rows keep their place in the list. */
  replaceRows?: (requests: AdminRequest[], isHandled: boolean) => void
  /** Called if at least one request was changed. `failed` are the requests left unchanged. */
  onDone?: (change: StatusSetting, failed: AdminRequest[]) => void
}

/** A second change may start while one runs, because Next sends server actions one after the other. */
export function useStatusChanges({ now, mailed, replaceRows, onDone }: StatusOptions) {
  const textButtonFor = useTextButton(now, mailed)
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
    const keepMessage = (text: string | null) => {
      if (message) for (const { id } of requests) storeDraft(cancelKey(id), text)
    }
    const changedOf = (of: AdminRequest[]) => of.map((request) => withStatus(request, status))
    const mayAsk = status === 'confirmed' && requests.some((one) => one.status === 'cancelled')

    // Before the response, because a page without these rows may arrive earlier.
    if (!mayAsk) replaceRows?.(changedOf(requests), true)
    const showDone = () => showChanged(Object.fromEntries(requests.map(({ id }) => [id, status])))
    run(action, {
      failure: statusFailures[type],
      secondButton: textButtonFor(requests),
      onStart: () => !mayAsk && showDone(),
      onYes: { onStart: showDone },
      onResult(result) {
        if (result.kind === 'question') return replaceRows?.(requests, false)
        const { done, failed } = splitByResult(requests, result)
        keepMessage(null)
        replaceRows?.(changedOf(done), true)
        replaceRows?.(failed, false)
        if (done.length > 0) onDone?.({ requests: done, status }, failed)
      },
      onUndo: {
        onStart: () => showChanged(Object.fromEntries(requests.map((one) => [one.id, one.status]))),
        onResult(result) {
          if (result.kind === 'done') keepMessage(message ?? null)
          // Also if Undo failed, so that the rows show what others have changed.
          replaceRows?.(requests, false)
        },
      },
    })
  }

  return { change, withChanges, pending }
}

function splitByResult(requests: AdminRequest[], result: ActionResult) {
  const failedIds = result.kind === 'failed' ? result.failedIds : undefined
  const isDone = ({ id }: AdminRequest) =>
    result.kind === 'done' || (failedIds !== undefined && !failedIds.includes(id))
  return { done: requests.filter(isDone), failed: requests.filter((request) => !isDone(request)) }
}
