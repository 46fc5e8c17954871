'use client'

import { Fragment, useRef } from 'react'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import type { PersonRequest } from '@/lib/requests/details'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { usePreviousData } from '../../_components/previous-data'
import type { ReadResult } from '../../queries'
import { focusRow } from '../focus-row'
import { titleOf } from '../labels'
import { useOpenRequest } from '../open-request'
import { WantedFields } from './request-fields'
import { RequestFoot } from './request-foot'
import { RequestHead } from './request-head'

/** A request as the page has read it. */
export interface ReadRequest {
  request: AdminRequest
  /** What stands below its buttons; null when that could not be read. */
  body: React.ReactNode
  /** How many requests carry its e-mail. */
  sameEmail: number | undefined
  /** Which calls of its person are ahead. */
  ahead: PersonRequest[]
}

interface RequestSheetProps {
  /** The list, whose row is live. */
  rows: AdminRequest[]
  /** The request that the address names, as far as it was read. */
  read: ReadResult<ReadRequest>
  /** Gives a request as it will be once the server agrees. */
  withChanges: (request: AdminRequest) => AdminRequest
  /** When the page was read, in milliseconds. */
  now: number
  onStatus: (request: AdminRequest, status: Status) => void
}

/**
 * The open request and what can be done with it: at once as a list has it, and whole when the site has
 * responded. On closing, the focus goes to its row, or to what was pressed outside the list.
 */
export function RequestSheet({ rows, read, withChanges, now, onStatus }: RequestSheetProps) {
  const { openId, row: opened, pending: opening, close } = useOpenRequest()
  const row = rows.find(({ id }) => id === openId) ?? opened
  const pressed = useRef<Element | null>(null)
  const last = usePreviousData(read)
  // What was read of an earlier opening is old once a list has a newer revision.
  const loaded = last?.request.id === openId && last.request.revision >= (row?.revision ?? 0) ? last : null
  const present = loaded?.request ?? row
  if (!present) return <Sheet open={false} />
  const request = withChanges(present)
  const props = { request, now, pending: request !== present }
  return (
    <Sheet open onOpenChange={(open) => !open && close(request.id)}>
      <SheetContent
        aria-describedby={undefined}
        // As high as it can be on a phone, so that no button moves when the rest arrives.
        className="p-5 text-sm max-sm:h-[92svh] sm:p-6"
        onOpenAutoFocus={() => (pressed.current = document.activeElement)}
        onCloseAutoFocus={(event) => {
          if (isOutsideList(pressed.current) || !focusRow(request.id)) {
            if (pressed.current instanceof HTMLElement) pressed.current.focus()
          }
          event.preventDefault()
        }}
      >
        <Fragment key={request.id}>
          <SheetTitle className="text-muted-foreground">{titleOf(request.type)}</SheetTitle>
          <p
            dir="auto"
            className="mt-1 mb-5 pr-8 text-xl leading-snug font-semibold tracking-tight [overflow-wrap:anywhere]"
          >
            {request.name}
          </p>
          <p role="status" className="mb-4 rounded-lg bg-muted px-3 py-2 empty:hidden">
            {!loaded &&
              !opening &&
              'This is only what the list has. The rest follows when the site can be reached.'}
          </p>
          <RequestHead {...props} onStatus={(status) => onStatus(present, status)} />
          {loaded?.body ?? <WantedFields request={request} />}
          <RequestFoot
            request={request}
            sameEmail={loaded?.sameEmail}
            ahead={loaded?.ahead ?? []}
            onErased={() => close(request.id)}
          />
        </Fragment>
      </SheetContent>
    </Sheet>
  )
}

function isOutsideList(element: Element | null): boolean {
  return element?.isConnected === true && element !== document.body && !element.closest('table, [role=menu]')
}
