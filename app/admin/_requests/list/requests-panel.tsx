'use client'

import { useRef, useState } from 'react'
import type { AdminRequest, Booking } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { describeEmpty, readAddress, type ListAddress, searchFor, writeAddress } from '@/lib/requests/address'
import { useScrollAfterBack } from '../../_components/back-to-list'
import { usePreviousData } from '../../_components/previous-data'
import { ReadFailure } from '../../_components/read-failure'
import type { RunOptions } from '../../_components/use-report'
import { useNavigate } from '../../_components/use-navigate'
import type { Dashboard } from '../../queries'
import { BookCall } from '../calls/book-call'
import { CancelDialog } from '../status/cancel-dialog'
import { DataTable } from './data-table'
import { MoveCallProvider } from '../calls/move-call'
import { Pagination } from './pagination'
import { RequestDialog } from './request-dialog'
import { SelectionBar } from './selection-bar'
import { Filter } from './filter'
import { SearchSummary } from './search-summary'
import { SearchBox } from './search-box'
import { SortOrder } from './sort-order'
import { useDialog } from './use-dialog'
import { useHandledRows } from './use-handled-rows'
import { keepUnticked, tickAll, useTicks } from './use-ticks'
import { useStatusChanges } from '../status/use-status-changes'
import { Tabs } from './tabs'

type RequestsPanelProps = Pick<Dashboard['requests'], 'list' | 'admins'> & {
  address: ListAddress
  /** On closed dates, undecided; undefined if they could not be read. */
  callsToAsk: Pick<Booking, 'id' | 'date'>[] | undefined
  mailed: boolean
  now: number
}

const noRows: AdminRequest[] = []

export function RequestsPanel(props: RequestsPanelProps) {
  return (
    <MoveCallProvider now={props.now} mailed={props.mailed}>
      <Requests {...props} />
    </MoveCallProvider>
  )
}

function Requests({ address: shown, mailed, list, now, callsToAsk = [], ...more }: RequestsPanelProps) {
  useScrollAfterBack()
  const dialog = useDialog()
  const { navigate, requested } = useNavigate()
  const loading = requested !== null
  const address = requested ? readAddress(requested) : shown
  const page = usePreviousData(list.data)
  const admins = usePreviousData(more.admins.data) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [toCancel, setToCancel] = useState<AdminRequest[]>([])

  const listName = writeAddress(shown)
  const [ticks, setTicks] = useTicks(listName)
  const {
    rows: shownRows,
    handled,
    goneIds,
    replaceRows,
    reset,
  } = useHandledRows(page?.rows ?? noRows, listName)
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const { change, withChanges, pending } = useStatusChanges({
    now,
    mailed,
    replaceRows,
    onDone({ requests }, failed) {
      for (const { id } of requests) dialog.close(id)
      if (requests.length > 1 && failed.length === 0) focusHeading()
      const ids = new Set(requests.map(({ id }) => id))
      setTicks((now) => keepUnticked(now, ids))
    },
  })

  const rows = shownRows.map(withChanges)
  const asks = mailed && shown.tab === 'on_closed_date' && !shown.q
  const { from, to } = shown
  const toAsk = callsToAsk.filter(({ date }) => asks && (!from || !to || (date >= from && date <= to)))
  const selected = rows.filter(({ id }) => ticks[id] ?? toAsk.some((call) => call.id === id))
  const tick = (some: Record<string, true>) => {
    // Only a call that would be ticked by itself is kept as unticked.
    const own = rows.filter(({ id }) => id in some || toAsk.some((call) => call.id === id))
    setTicks((now) => ({
      ...keepUnticked(now),
      ...Object.fromEntries(own.map(({ id }) => [id, id in some])),
    }))
  }
  const ask: RunOptions = {
    failure: 'Nobody was asked',
    onResult(result) {
      if (result.kind !== 'done') return
      tick({})
      focusHeading()
    },
    onUndo: { onResult: (result) => result.kind === 'done' && setTicks((now) => tickAll(now, selected)) },
  }
  const opened = rows.find(({ id }) => id === dialog.id)
  const choose = (next: ListAddress) => {
    setTicks((now) => keepUnticked(now))
    if (writeAddress(next) === listName) reset()
    void navigate((query) => writeAddress(next, query))
  }

  function setStatus(requests: AdminRequest[], status: Status) {
    if (status === 'cancelled') setToCancel(requests)
    else change({ requests, status })
  }

  return (
    <section aria-labelledby="requests" className="grid grid-cols-1 gap-2">
      <div className="flex min-h-7 items-center gap-x-4">
        <h2 ref={heading} id="requests" tabIndex={-1} className="scroll-mt-16 text-base tracking-tight">
          Bookings & Inquiries Management
        </h2>
        <div className="ml-auto">
          {/* `reset`, so that the list shows the new call. */}
          <BookCall now={now} mailed={mailed} onBooked={reset} />
        </div>
      </div>
      {list.failure && <ReadFailure sentence={list.failure} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-nowrap">
        <Tabs address={address} counts={page?.counts} onAddress={choose} />
        <div
          role="search"
          aria-label="Bookings and inquiries"
          className="relative flex flex-wrap gap-2 max-lg:basis-full lg:w-96 lg:justify-end"
        >
          <SearchBox value={address.q} loading={loading} onSearch={(q) => choose(searchFor(address, q))} />
          <SortOrder value={address.sort} onChange={(sort) => choose({ ...address, sort, page: 1 })} />
          <Filter address={address} onAddress={choose} />
        </div>
      </div>
      <div className="grid gap-2">
        {page && (
          <div aria-busy={loading} className="grid gap-2">
            <SearchSummary address={address} page={page} onAddress={choose} />
            <DataTable
              admins={admins}
              now={now}
              rows={rows}
              goneIds={goneIds}
              handled={handled}
              address={address}
              onAddress={choose}
              selected={Object.fromEntries(selected.map(({ id }) => [id, true]))}
              onSelected={tick}
              onOpen={({ id }) => dialog.open(id)}
              onStatus={setStatus}
              empty={describeEmpty(address, page.counts)}
            />
            {page.total > 0 && <Pagination address={address} total={page.total} onAddress={choose} />}
            <div className="tall:sticky pointer-events-none bottom-4 z-10 flex flex-wrap items-end justify-end gap-2 *:pointer-events-auto">
              <SelectionBar
                selected={selected}
                ask={asks && ask}
                left={toAsk.filter((call) => !selected.some(({ id }) => id === call.id)).length}
                pending={pending}
                onStatus={setStatus}
                onClear={() => {
                  tick({})
                  focusHeading()
                }}
              />
            </div>
          </div>
        )}
      </div>
      <RequestDialog
        request={opened ?? null}
        // True if a change of the request runs: then `withChanges` has replaced the row's object.
        pending={opened !== undefined && !shownRows.includes(opened)}
        onStatus={(status) => {
          if (opened) setStatus([opened], status)
        }}
        onClose={() => opened && dialog.close(opened.id)}
      />
      <CancelDialog
        now={now}
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
