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
import { dropTicked, tickAll, useTicks } from './use-ticks'
import { useStatusChanges } from '../status/use-status-changes'
import { Tabs } from './tabs'

type RequestsPanelProps = Pick<Dashboard['requests'], 'list' | 'admins'> & {
  address: ListAddress
  /** All calls on closed dates that nobody has decided on; undefined if they could not be read. */
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

function Requests({ address: shownAddress, mailed, now, callsToAsk = [], ...props }: RequestsPanelProps) {
  useScrollAfterBack()
  const dialog = useDialog()
  const { navigate, requested } = useNavigate()
  const loading = requested !== null
  // The tabs and filters show at once what was chosen, while its rows still load.
  const address = requested ? readAddress(requested) : shownAddress
  const page = usePreviousData(props.list.data)
  const admins = usePreviousData(props.admins.data) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [requestsToCancel, setRequestsToCancel] = useState<AdminRequest[]>([])

  const listName = writeAddress(shownAddress)
  const [ticks, setTicks] = useTicks(listName)
  const shown = useHandledRows(page?.rows ?? noRows, listName)
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const { change, withChanges, pending } = useStatusChanges({
    now,
    mailed,
    replaceRows: shown.replaceRows,
    onDone({ requests }, failed) {
      for (const { id } of requests) dialog.close(id)
      if (requests.length > 1 && failed.length === 0) focusHeading()
      const ids = new Set(requests.map(({ id }) => id))
      setTicks((current) => dropTicked(current, ids))
    },
  })

  const rows = shown.rows.map(withChanges)
  const isAskingTab = mailed && shownAddress.tab === 'on_closed_date' && !shownAddress.q
  const { from, to } = shownAddress
  /** Of this list, also on its other pages. Their rows are ticked unless the admin unticks them. */
  const listedCallsToAsk = isAskingTab
    ? callsToAsk.filter(({ date }) => !from || !to || (date >= from && date <= to))
    : []
  const isToAsk = (id: string) => listedCallsToAsk.some((call) => call.id === id)
  const selected = rows.filter(({ id }) => ticks[id] ?? isToAsk(id))
  const select = (ids: Record<string, true>) => {
    // A row that would not be ticked by itself needs no entry to be unticked.
    const toStore = rows.filter(({ id }) => id in ids || isToAsk(id))
    setTicks((current) => ({
      ...dropTicked(current),
      ...Object.fromEntries(toStore.map(({ id }) => [id, id in ids])),
    }))
  }
  const askOptions: RunOptions = {
    failure: 'Nobody was asked',
    onResult(result) {
      if (result.kind !== 'done') return
      select({})
      focusHeading()
    },
    onUndo: {
      onResult: (result) => result.kind === 'done' && setTicks((current) => tickAll(current, selected)),
    },
  }
  const openedRequest = rows.find(({ id }) => id === dialog.id)
  const goTo = (next: ListAddress) => {
    setTicks((current) => dropTicked(current))
    if (writeAddress(next) === listName) shown.reset()
    void navigate((query) => writeAddress(next, query))
  }

  function setStatus(requests: AdminRequest[], status: Status) {
    if (status === 'cancelled') setRequestsToCancel(requests)
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
          <BookCall now={now} mailed={mailed} onBooked={shown.reset} />
        </div>
      </div>
      {props.list.failure && <ReadFailure sentence={props.list.failure} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-nowrap">
        <Tabs address={address} counts={page?.counts} onAddress={goTo} />
        <div
          role="search"
          aria-label="Bookings and inquiries"
          className="relative flex flex-wrap gap-2 max-lg:basis-full lg:w-96 lg:justify-end"
        >
          <SearchBox value={address.q} loading={loading} onSearch={(q) => goTo(searchFor(address, q))} />
          <SortOrder value={address.sort} onChange={(sort) => goTo({ ...address, sort, page: 1 })} />
          <Filter address={address} onAddress={goTo} />
        </div>
      </div>
      <div className="grid gap-2">
        {page && (
          <div aria-busy={loading} className="grid gap-2">
            <SearchSummary address={address} page={page} onAddress={goTo} />
            <DataTable
              admins={admins}
              now={now}
              rows={rows}
              goneIds={shown.goneIds}
              handledIds={shown.handledIds}
              address={address}
              onAddress={goTo}
              selected={Object.fromEntries(selected.map(({ id }) => [id, true]))}
              onSelected={select}
              onOpen={({ id }) => dialog.open(id)}
              onStatus={setStatus}
              empty={describeEmpty(address, page.counts)}
            />
            {page.total > 0 && <Pagination address={address} total={page.total} onAddress={goTo} />}
            <div className="tall:sticky pointer-events-none bottom-4 z-10 flex flex-wrap items-end justify-end gap-2 *:pointer-events-auto">
              <SelectionBar
                selected={selected}
                askOptions={isAskingTab && askOptions}
                left={listedCallsToAsk.filter((call) => !selected.some(({ id }) => id === call.id)).length}
                pending={pending}
                onStatus={setStatus}
                onClear={() => {
                  select({})
                  focusHeading()
                }}
              />
            </div>
          </div>
        )}
      </div>
      <RequestDialog
        request={openedRequest ?? null}
        // True if a change of the request runs: then `withChanges` has replaced the row's object.
        pending={openedRequest !== undefined && !shown.rows.includes(openedRequest)}
        onStatus={(status) => {
          if (openedRequest) setStatus([openedRequest], status)
        }}
        onClose={() => openedRequest && dialog.close(openedRequest.id)}
      />
      <CancelDialog
        now={now}
        mailed={mailed}
        requests={requestsToCancel}
        onConfirm={(message) => {
          change({ requests: requestsToCancel, status: 'cancelled', message })
          setRequestsToCancel([])
        }}
        onClose={() => setRequestsToCancel([])}
      />
    </section>
  )
}
