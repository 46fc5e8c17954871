'use client'

import { startTransition, useEffect, useLayoutEffect, useOptimistic, useRef, useState } from 'react'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased, type Status } from '@/lib/requests/request'
import { turnOf } from '@/lib/requests/turn'
import { type RequestsView, writeView } from '@/lib/requests/view'
import { useKeptData } from '../_components/keep-previous'
import { ReadFailure } from '../_components/read-failure'
import { showSection } from '../_components/show-section'
import { useNavigate } from '../_components/use-navigate'
import { usePressed } from '../_components/use-pressed'
import { useUntold } from '../_notices/untold'
import type { Dashboard } from '../queries'
import { BookCall } from './book-call'
import { CancelDialog, forgetCancelMessage } from './cancel-dialog'
import { DataTable } from './data-table'
import { HandledBar } from './handled-bar'
import { MoveCallProvider } from './move-call'
import { useOpenRequest } from './open-request'
import { Pagination } from './pagination'
import { RequestDialog } from './request-dialog'
import { SelectionBar } from './selection-bar'
import { Toolbar } from './toolbar'
import { useArrivals } from './use-arrivals'
import { useHandledRows } from './use-handled-rows'
import { useRequestKeys } from './use-request-keys'
import { useStatusChanges } from './use-status-changes'
import { useSteadyRows } from './use-steady-rows'
import { useViewInAddress } from './use-view-in-address'
import { ViewTabs } from './view-tabs'

type RequestsPanelProps = Dashboard['requests'] & {
  view: RequestsView
  /** Whether visitors get a mail about a change of their call. */
  mailed: boolean
  /** When the page was read, in milliseconds. */
  now: number
}

/** A press that was meant for a row, and comes right after another one, tidies nothing up. */
const TIDY_AFTER_MS = 1_000

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

function Requests({ view: shown, mailed, list, soon, waiting, request, now, ...more }: RequestsPanelProps) {
  const { openId, setOpenId, pending: opening } = useOpenRequest()
  const { navigate, pending: loading } = useNavigate()
  const [view, showView] = useOptimistic(shown) // so that controls follow at once
  const page = useKeptData(list)
  const first = useKeptData(waiting) ?? []
  const glanced = [...(useKeptData(soon) ?? []), ...first]
  const read = useKeptData(request ?? { data: null, failure: null })
  const admins = useKeptData(more.admins) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const [asked, setAsked] = useState<AdminRequest[]>([])
  const [untoldNow, setUntoldNow] = useState<AdminRequest[]>([])
  const rowPressed = useRef(-Infinity)
  const pressed = usePressed()
  const { sends } = useUntold()
  const news = useArrivals(pressed ? undefined : page?.counts) // a line of it would move the rows

  useViewInAddress(shown.view, waiting.failure === null)

  const listName = writeView({ ...shown, id: null })
  const { keep, keepFocused, tidyUp, ...handled } = useHandledRows(page?.rows ?? [], listName)
  const steady = useSteadyRows(handled.shown, listName + handled.tidied, pressed)
  // A change may be done long after it was asked for, when another request is open and other rows
  // are selected.
  const openNow = useRef(openId)
  useLayoutEffect(() => {
    openNow.current = openId
  }, [openId])
  const { change, withChanges, pending } = useStatusChanges({
    keep,
    onDone({ requests, status }, failed) {
      if (status === 'cancelled') forgetCancelMessage(requests)
      const changed = new Set(requests.map(({ id }) => id))
      const untold = sends ? [] : requests.filter((request) => isAhead(request, now) && !isErased(request))
      const [alone, ...others] = untold
      // Where nobody is mailed, the text for them comes next.
      if (alone && others.length === 0) setOpenId(alone.id)
      else if (openNow.current && changed.has(openNow.current)) setOpenId(null)
      // In a transition, so that it comes with the page, which lists them.
      if (others.length > 0) startTransition(() => setUntoldNow(untold))
      else if (requests.length > 1 && failed.length === 0) heading.current?.focus({ preventScroll: true })
      setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !changed.has(id))))
    },
  })

  useEffect(() => {
    if (untoldNow.length > 0) showSection('untold')
  }, [untoldNow])

  const rows = steady.map(withChanges)
  useRequestKeys(rows, openId, setOpenId)
  const answered = rows.findIndex(({ id }) => id === handled.ids.at(-1))
  const next = [...rows.slice(answered + 1), ...rows.slice(0, answered + 1), ...first.map(withChanges)].find(
    (one) => turnOf(one, now)?.whose === 'ours' && !handled.ids.includes(one.id),
  )
  // The open request: as the server has read it whole, else, or if that is newer, as a list shows it.
  const whole = read?.request.id === openId ? read : null
  const listed = [...steady, ...glanced].find(({ id }) => id === openId)
  const isOld = listed && whole && listed.revision > whole.request.revision
  const opened = isOld ? listed : (whole?.request ?? listed)
  const openedNow = opened && withChanges(opened)
  const choose = (next: RequestsView) => {
    setSelected({})
    if (writeView({ ...next, id: null }) === listName) tidyUp()
    navigate(
      (query) => writeView({ ...next, id: openId }, query),
      () => showView(next),
    )
  }

  function setStatus(requests: AdminRequest[], status: Status) {
    if (status === 'cancelled') setAsked(requests)
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
        <p role="status" className="font-medium text-brand">
          {news}
        </p>
        <div className="ml-auto">
          <BookCall now={now} mailed={mailed} />
        </div>
      </div>
      {request?.failure && <ReadFailure sentence={request.failure} />}
      {list.failure && <ReadFailure sentence={list.failure} />}
      {/* Always there, so that what is done with handled rows never comes to lie over a row. */}
      <div className="z-10 -mx-5 flex items-center gap-3 bg-background px-5 py-1 sm:bg-card [@media(height>=30rem)]:sticky [@media(height>=30rem)]:top-11">
        <ViewTabs view={view} counts={page?.counts} onView={choose} />
        {page && handled.isUntidy && (
          <HandledBar
            next={next}
            onOpen={({ id }) => setOpenId(id)}
            onTidyUp={({ timeStamp }) => {
              if (timeStamp - rowPressed.current < TIDY_AFTER_MS) return
              tidyUp()
              heading.current?.focus({ preventScroll: true })
            }}
          />
        )}
      </div>
      <div className="grid gap-3" onFocus={() => keepFocused(null)}>
        <Toolbar view={view} loading={loading} onView={choose} />
        {page && (
          <div aria-busy={loading} className="grid gap-3">
            <DataTable
              onPointerUp={({ timeStamp }) => (rowPressed.current = timeStamp)}
              admins={admins}
              now={now}
              rows={rows}
              left={handled.left}
              handled={handled.ids}
              view={view}
              onView={choose}
              selected={selected}
              onSelected={setSelected}
              onOpen={({ id }) => setOpenId(id)}
              onStatus={setStatus}
              onFocusRow={keepFocused}
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
                  heading.current?.focus({ preventScroll: true })
                }}
              />
            </div>
          </div>
        )}
      </div>
      <RequestDialog
        now={now}
        request={openedNow}
        details={whole?.details}
        isCut={!whole && !opening}
        pending={openedNow !== opened}
        onStatus={(status) => opened && setStatus([opened], status)}
        mailed={mailed}
        onAnswered={(answered) => {
          keep([answered], 'handled')
          setOpenId(null)
        }}
        onRestored={(restored) => keep([restored], 'restored')}
        onOpen={setOpenId}
        onClose={() => setOpenId(null)}
      />
      <CancelDialog
        mailed={mailed}
        requests={asked}
        onConfirm={(message) => {
          change({ requests: asked, status: 'cancelled', message })
          setAsked([])
        }}
        onClose={() => setAsked([])}
      />
    </section>
  )
}
