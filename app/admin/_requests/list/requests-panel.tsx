'use client'

import { useOptimistic, useRef, useState } from 'react'
import type { AdminRequest, Status } from '@/lib/requests/request'
import { type RequestsView, writeView } from '@/lib/requests/view'
import { useScrollAfterBack } from '../../_components/back-to-list'
import { usePreviousData } from '../../_components/previous-data'
import { ReadFailure } from '../../_components/read-failure'
import { useNavigate } from '../../_components/use-navigate'
import type { Dashboard } from '../../queries'
import { BookCall } from '../calls/book-call'
import { CancelDialog } from '../status/cancel-dialog'
import { DataTable } from './data-table'
import { MoveCallProvider } from '../calls/move-call'
import { Pagination } from './pagination'
import { RequestDialog } from './request-dialog'
import { useTextForThem } from '../telling/use-text-for-them'
import { SelectionBar } from './selection-bar'
import { MoreWithoutFilters } from './more-without-filters'
import { Toolbar } from './toolbar'
import { nextToAnswer } from './next-to-answer'
import { NextButton } from './next-button'
import { useDialog } from './use-dialog'
import { useHandledRows } from './use-handled-rows'
import { useStatusChanges } from '../status/use-status-changes'
import { ViewTabs } from './view-tabs'

type RequestsPanelProps = Dashboard['requests'] & {
  view: RequestsView
  /** Whether visitors get a mail about a change of their call. */
  mailed: boolean
  /** When the page was read, in milliseconds. */
  now: number
}

const noRows: AdminRequest[] = []

/**
 * Everything visitors sent: the views, and one page of rows as the server found it.
 */
export function RequestsPanel(props: RequestsPanelProps) {
  return (
    <MoveCallProvider now={props.now} mailed={props.mailed}>
      <Requests {...props} />
    </MoveCallProvider>
  )
}

function Requests({ view: shown, mailed, list, waiting, now, ...more }: RequestsPanelProps) {
  useScrollAfterBack()
  const dialog = useDialog()
  const { navigate, pending: loading } = useNavigate()
  const [view, showView] = useOptimistic(shown) // so that controls follow at once
  const page = usePreviousData(list)
  const first = usePreviousData(waiting) ?? []
  const admins = usePreviousData(more.admins) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [toCancel, setToCancel] = useState<AdminRequest[]>([])

  const listName = writeView(shown)
  const { rows: shownRows, handled, left, put, reset } = useHandledRows(page?.rows ?? noRows, listName)
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const cancelFor = useTextForThem(now)
  const { change, withChanges, pending } = useStatusChanges({
    cancelFor,
    put,
    onDone({ requests }, failed) {
      for (const { id } of requests) dialog.close(id)
      if (requests.length > 1 && failed.length === 0) focusHeading()
      const ids = new Set(requests.map(({ id }) => id))
      setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !ids.has(id))))
    },
  })

  const rows = shownRows.map(withChanges)
  const opened = rows.find(({ id }) => id === dialog.id)
  const next = nextToAnswer(rows, first.map(withChanges), handled, now)
  const choose = (next: RequestsView) => {
    setSelected({})
    if (writeView(next) === listName) reset()
    navigate(
      (query) => writeView(next, query),
      () => showView(next),
    )
  }

  function setStatus(requests: AdminRequest[], status: Status) {
    if (status === 'cancelled') setToCancel(requests)
    else change({ requests, status })
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
        <div className="ml-auto">
          {/* Who books a call looks for it. */}
          <BookCall now={now} mailed={mailed} onBooked={reset} />
        </div>
      </div>
      {list.failure && <ReadFailure sentence={list.failure} />}
      {/* Always there, so that 'Next' never comes to lie over a row. */}
      <div className="z-10 -mx-5 flex items-center gap-3 bg-background px-5 py-1 sm:bg-card [@media(height>=30rem)]:sticky [@media(height>=30rem)]:top-11">
        <ViewTabs view={view} counts={page?.counts} onView={choose} />
        {handled.length > 0 && next && <NextButton next={next} onOpen={({ id }) => dialog.open(id)} />}
      </div>
      <div className="grid gap-3">
        <Toolbar view={view} loading={loading} onView={choose} />
        {page && (
          <div aria-busy={loading} className="grid gap-3">
            <MoreWithoutFilters view={view} page={page} onView={choose} />
            <DataTable
              admins={admins}
              now={now}
              rows={rows}
              left={left}
              handled={handled}
              view={view}
              onView={choose}
              selected={selected}
              onSelected={setSelected}
              onOpen={({ id }) => dialog.open(id)}
              onStatus={setStatus}
              emptyText={page.counts.all === 0 ? 'No records found' : 'No records match your search'}
            />
            <Pagination view={view} total={page.total} onView={choose} />
            <div className="pointer-events-none sticky bottom-4 z-10 flex flex-wrap items-end justify-end gap-2 *:pointer-events-auto">
              <SelectionBar
                selected={rows.filter(({ id }) => selected[id])}
                pending={pending}
                onStatus={setStatus}
                onClear={() => {
                  setSelected({})
                  focusHeading()
                }}
              />
            </div>
          </div>
        )}
      </div>
      <RequestDialog
        request={opened ?? null}
        pending={shownRows.every((row) => row !== opened)}
        onStatus={(status) => {
          if (opened) setStatus([opened], status)
        }}
        onClose={() => opened && dialog.close(opened.id)}
      />
      <CancelDialog
        mailed={mailed}
        requests={toCancel}
        onConfirm={(message) => {
          change({ requests: toCancel, status: 'cancelled', message })
          setToCancel([])
        }}
        onClose={() => setToCancel([])}
      />
    </section>
  )
}
