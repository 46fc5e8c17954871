'use client'

import { Button } from '@/components/ui/button'
import type { ChangedRequest, RequestEvent } from '@/lib/requests/queries'
import type { AdminRequest } from '@/lib/requests/request'
import { formatTimestamp } from '@/lib/dates'
import { ConfirmDialog } from '../_components/confirm-dialog'
import { verbs } from './labels'
import { describeEvent } from './request-history'
import type { StatusSetting } from './use-status-changes'

type ChangedSetting = StatusSetting & { now: ChangedRequest }

interface ChangedDialogProps {
  /** What was to be done, with what others did meanwhile; none closes the dialog. */
  setting: ChangedSetting | null
  onConfirm: () => void
  onClose: () => void
}

/** Says what others did to a request since it was read, and asks whether to go on. */
export function ChangedDialog({ setting, onConfirm, onClose }: ChangedDialogProps) {
  const { status, now } = setting ?? {}
  const verb = verbs[status as keyof typeof verbs]
  return (
    <ConfirmDialog
      open={setting !== null}
      title="It was changed since you read it"
      cancelLabel="Leave it as it is"
      confirm={
        now?.status !== status && (
          <Button size="sm" variant={status === 'cancelled' ? 'destructive' : 'default'} onClick={onConfirm}>
            {`${verb} all the same`}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Changes events={now?.events ?? []} />
    </ConfirmDialog>
  )
}

/** What others did to a request. */
export function Changes({ events }: { events: RequestEvent[] }) {
  return (
    <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
      {events.map((event) => (
        <li key={JSON.stringify(event)}>
          {describeEvent(event)} <span className="text-muted-foreground">{formatTimestamp(event.at)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The same change of the request as it stands now. */
export function withNow({ requests, now, ...setting }: ChangedSetting): StatusSetting {
  const { status: present, revision } = now
  return {
    ...setting,
    requests: requests.map((one) => ({ ...one, status: present, revision }) as AdminRequest),
  }
}
