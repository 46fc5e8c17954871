'use client'

import { useMemo, useState } from 'react'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { tableRows } from '@/lib/requests/table'
import type { TableView } from '@/lib/requests/view'
import { useLive } from '../_components/live'
import { ReadFailure } from '../_components/read-failure'
import { useDeskAction } from '../_components/use-desk-action'
import type { BookingChange, InquiryChange } from '@/lib/requests/schema'
import { changeBookingStatus, changeInquiryStatus, erasePersonalData } from './actions'
import { Pager } from './pager'
import { RequestDialog } from './request-dialog'
import { RequestsTable } from './requests-table'
import { type StatusChange, withChanges } from './status-changes'
import { Toolbar } from './toolbar'
import { useArrivals } from './use-arrivals'
import { useRequestTable } from './use-request-table'
import { useTableView } from './use-table-view'

/** Everything visitors sent, in one table. */
export function RequestsPanel({ initialView }: { initialView: TableView }) {
  const { readAt, reads } = useLive().desk
  const { bookings, inquiries } = reads
  const { run, pending } = useDeskAction()
  const [changes, setChanges] = useState<StatusChange[]>([])
  const [openId, setOpenId] = useState<string | null>(null)
  const [pinned, setPinned] = useState<string | null>(null)
  const [view, setView] = useTableView(initialView)

  const news = useArrivals(bookings.data, inquiries.data)
  const requests = useMemo<AdminRequest[]>(
    () => withChanges([...(bookings.data ?? []), ...(inquiries.data ?? [])], changes, readAt),
    [bookings.data, inquiries.data, changes, readAt],
  )
  const rows = useMemo(() => tableRows(requests), [requests])
  const { shown, total, page } = useRequestTable(rows, view, pinned)
  const open = openId === null ? null : (requests.find((request) => request.id === openId) ?? null)

  function setStatus(request: AdminRequest, status: Status) {
    const change = { id: request.id, seen: request.status, status }
    const [action, failure] =
      request.type === 'booking'
        ? [() => changeBookingStatus(change as BookingChange), 'Failed to update booking status']
        : [() => changeInquiryStatus(change as InquiryChange), 'Failed to update inquiry status']
    run(action, failure, (outcome) => {
      if (outcome.status === 'success') setChanges((made) => [...made, { ...change, at: outcome.at }])
      setOpenId(null)
    })
  }

  function erase({ email }: AdminRequest) {
    run(
      () => erasePersonalData({ email }),
      'Failed to erase personal data',
      () => setOpenId(null),
    )
  }

  return (
    <section
      aria-labelledby="requests"
      className="grid gap-3 sm:rounded-xl sm:border sm:border-border sm:bg-card sm:p-5"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="requests" className="scroll-mt-4 text-lg tracking-tight">
          Bookings & Inquiries Management
        </h2>
        <p role="status" className="text-sm font-medium text-brand">
          {news}
        </p>
      </div>
      {[bookings, inquiries].map(
        ({ failure }) => failure && <ReadFailure key={failure} sentence={failure} />,
      )}
      <Toolbar view={view} onChange={setView} />
      <RequestsTable
        rows={shown}
        view={view}
        onView={setView}
        onOpen={({ id }) => {
          setOpenId(id)
          setPinned(id)
        }}
        onFocusRow={(id) => {
          if (id || !openId) setPinned(id)
        }}
        emptyText={requests.length === 0 ? 'No records found' : 'No records match your search'}
      />
      <Pager view={{ ...view, page }} total={total} onChange={setView} />
      <RequestDialog
        request={open}
        sameEmail={open ? requests.filter(({ email }) => sameAddress(email, open.email)).length : 0}
        pending={pending}
        onStatus={(status) => open && setStatus(open, status)}
        onErase={() => open && erase(open)}
        onClose={() => setOpenId(null)}
      />
    </section>
  )
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
