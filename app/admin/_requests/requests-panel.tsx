'use client'

import { useLayoutEffect, useOptimistic, useRef, useState } from 'react'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { type RequestsView, writeView } from '@/lib/requests/view'
import { useKeptData } from '../_components/keep-previous'
import { ReadFailure } from '../_components/read-failure'
import { useNavigate } from '../_components/use-navigate'
import type { Dashboard } from '../queries'
import { CancelDialog } from './cancel-dialog'
import { DataTable } from './data-table'
import { Pagination } from './pagination'
import { RequestDialog } from './request-dialog'
import { SelectionBar } from './selection-bar'
import { SoonCalls } from './soon-calls'
import { Toolbar } from './toolbar'
import { useArrivals } from './use-arrivals'
import { useHeldRow } from './use-held-row'
import { useOpenRequest } from './use-open-request'
import { useStatusChanges } from './use-status-changes'
import { ViewTabs } from './view-tabs'

type RequestsPanelProps = Dashboard['requests'] & {
  view: RequestsView
  /** The studio's date. */
  today: string
  /** Whether visitors read by mail what became of their call. */
  mailed: boolean
}

/**
 * Everything visitors sent: the next calls, the views, and one page of rows as the server found it.
 */
export function RequestsPanel({ view: shown, today, mailed, list, soon, request }: RequestsPanelProps) {
  const [openId, setOpenId] = useOpenRequest()
  const { navigate, pending: loading } = useNavigate()
  const [view, showView] = useOptimistic(shown) // so that controls follow at once
  const page = useKeptData(list)
  const calls = useKeptData(soon)
  const heading = useRef<HTMLHeadingElement>(null)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [asked, setAsked] = useState<AdminRequest[]>([])
  const news = useArrivals(page?.counts)

  const listName = writeView({ ...shown, id: null })
  const held = useHeldRow(page?.rows ?? [], listName)
  // A change may be done long after it was asked for, when another request is open and other rows
  // are selected.
  const openNow = useRef(openId)
  useLayoutEffect(() => {
    openNow.current = openId
  }, [openId])
  const { change, withChanges, pending } = useStatusChanges((requests, status) => {
    const changed = new Set(requests.map(({ id }) => id))
    held.setHeldStatus(requests, status)
    if (openNow.current && changed.has(openNow.current)) setOpenId(null)
    if (requests.length > 1) heading.current?.focus({ preventScroll: true })
    setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !changed.has(id))))
  })

  const rows = held.shown.map(withChanges)
  // The open request: as the server has read it whole, else as a list shows it.
  const whole = request?.data?.request.id === openId ? request.data : null
  const opened = whole?.request ?? [...held.shown, ...(calls ?? [])].find(({ id }) => id === openId)
  const openedNow = opened && withChanges(opened)
  const choose = (next: RequestsView) => {
    setSelected({})
    navigate(
      (query) => writeView({ ...next, id: openId }, query),
      () => showView(next),
    )
  }

  function setStatus(requests: AdminRequest[], status: Status) {
    if (status === 'cancelled') setAsked(requests)
    else change(requests, status)
  }

  return (
    <section
      aria-labelledby="requests"
      className="grid grid-cols-1 gap-3 sm:rounded-xl sm:border sm:border-border sm:bg-card sm:p-5"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 ref={heading} id="requests" tabIndex={-1} className="text-lg tracking-tight">
          Bookings & Inquiries Management
        </h2>
        <p role="status" className="font-medium text-brand">
          {news}
        </p>
      </div>
      {soon.failure && <ReadFailure sentence={soon.failure} />}
      {calls && <SoonCalls calls={calls.map(withChanges)} today={today} onOpen={({ id }) => setOpenId(id)} />}
      {request?.failure && <ReadFailure sentence={request.failure} />}
      {list.failure && <ReadFailure sentence={list.failure} />}
      <ViewTabs view={view} counts={page?.counts} onView={choose} />
      <div className="grid gap-3" onFocus={() => held.hold(null)}>
        <Toolbar view={view} loading={loading} onView={choose} />
        {page && (
          <div aria-busy={loading} className="grid gap-3">
            <DataTable
              rows={rows}
              view={view}
              onView={choose}
              selected={selected}
              onSelected={setSelected}
              onOpen={({ id }) => setOpenId(id)}
              onStatus={setStatus}
              onFocusRow={held.hold}
              emptyText={page.counts.all === 0 ? 'No records found' : 'No records match your search'}
            />
            <Pagination view={view} total={page.total} onView={choose} />
            <SelectionBar
              selected={rows.filter(({ id }) => selected[id])}
              pending={pending}
              onStatus={setStatus}
              onClear={() => {
                setSelected({})
                heading.current?.focus({ preventScroll: true })
              }}
            />
          </div>
        )}
      </div>
      <RequestDialog
        request={openedNow}
        details={whole?.details}
        pending={openedNow !== opened}
        onStatus={(status) => opened && setStatus([opened], status)}
        onOpen={setOpenId}
        onClose={() => setOpenId(null)}
      />
      <CancelDialog
        mailed={mailed}
        requests={asked}
        onConfirm={() => {
          change(asked, 'cancelled')
          setAsked([])
        }}
        onClose={() => setAsked([])}
      />
    </section>
  )
}
