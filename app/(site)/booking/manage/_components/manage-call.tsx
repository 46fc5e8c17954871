'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { buttonVariants } from '@/components/ui/button-variants'
import { useSavedText } from '@/components/use-saved-text'
import { MAX_REASON, type CallPhase, type ManageState, callPhase, readManageEntries } from '@/lib/manage/form'
import { lengthOf, tooLong } from '@/lib/text'
import type { TimeSlot } from '@/lib/booking/slots'
import { formatShortDate, formatTime } from '@/lib/dates'
import { useVisitorZone } from '@/components/use-visitor-zone'
import { callStates, manage, manageErrors } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/confirmation'
import { changeBooking } from '../[token]/actions'
import type { FreeTimes, ShownCall } from './shown-call'
import { CallSheet } from './call-sheet'
import { CancelForm } from './cancel-form'
import { EraseForm } from './erase-form'
import { MoveForm } from './move-form'
import { Notice } from './notice'
import { useNow } from './use-now'

/**
 * The state of a call, and the forms to change it. All forms share one action and its state, so
 * that its result is shown at the top.
 */
export function ManageCall({ call, times }: { call: ShownCall; times: FreeTimes }) {
  const page = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const cancelForm = useRef<HTMLFormElement>(null)
  const { state, outdated, pending, form } = useFormAction<ManageState>(
    changeBooking,
    { status: 'idle' },
    failed,
    undefined,
    checkReason,
  )
  const { saveText, clearText } = useSavedText(cancelForm, `reason ${call.id}`, SAVED_FIELDS)
  const showSavedText = useEffectEvent(() => {
    clearText() // it is saved for the reload button only
    const form = cancelForm.current
    if (form && new FormData(form).get('reason')) form.closest('details')?.setAttribute('open', '')
  })
  useEffect(() => showSavedText(), [])
  const zone = useVisitorZone()
  const now = useNow(call.now)
  const phase = callPhase(call, now)
  const canChange = phase === 'pending' || phase === 'late' || phase === 'confirmed' || phase === 'closed'
  const { title, lead } = isProposed(call, phase) ? proposedWords(call) : callStates[phase]
  // An error of a field is shown at the field, if its form is rendered: only the form to erase
  // always is.
  const invalid = state.status === 'error' && (canChange || state.field === 'email') ? state.field : undefined
  useEffect(() => {
    const field = invalid && page.current?.querySelector<HTMLElement>(`[name=${invalid}]`)
    if (state.status === 'success' || state.status === 'error') (field ?? notice.current)?.focus()
  }, [state, invalid])
  useEffect(() => {
    // Also when the form was posted before hydration.
    if (state.status === 'success') clearConfirmation(call.id)
  }, [state, call.id])
  const shared = { call, state, form, pending }
  const moveForm = <MoveForm {...shared} times={times} zone={zone} />

  return (
    <div ref={page} className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 className="text-headline">{title}</h1>
      <p className="mt-4 max-w-[26em] text-lead text-muted-foreground">{lead}</p>
      {!invalid && (
        <Notice ref={notice} state={state} hidden={pending}>
          {outdated && <ReloadButton onPress={saveText} />}
        </Notice>
      )}
      {phase === 'closed' && (
        <div key={`move ${call.sequence}`} className="mt-8 max-w-3xl border-t border-border">
          {moveForm}
        </div>
      )}
      <CallSheet {...{ call, phase, now, zone }} />
      {!canChange && (
        <div className="mt-8 grid justify-items-start gap-5">
          {phase === 'unconfirmed' && times.next.length > 0 && <NextFree times={times.next} />}
          <a href={paths.booking} className={buttonVariants()}>
            {manage.bookAgain}
          </a>
        </div>
      )}
      {/* Another key for each version of the booking, so that forms are reset when it changes. */}
      <div key={call.sequence} className="mt-8 max-w-3xl border-t border-border">
        {canChange && phase !== 'closed' && moveForm}
        {canChange && <CancelForm ref={cancelForm} {...shared} />}
        <EraseForm {...shared} />
      </div>
    </div>
  )
}

/** The next free times, each a link that begins a new booking with it. */
function NextFree({ times }: { times: TimeSlot[] }) {
  return (
    <div>
      <p>{manage.nextFree}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {times.map(({ id, date, start_time }) => (
          <li key={`${date} ${id}`}>
            <a
              href={`${paths.booking}?date=${date}&slot=${id}`}
              className="link inline-flex min-h-11 items-center"
            >
              {formatShortDate(date)}, {formatTime(start_time)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the studio wrote to them with other times, one of which they can take. */
function isProposed({ proposedTimes, ...call }: ShownCall, phase: CallPhase): boolean {
  return (
    ((phase === 'pending' || phase === 'late') && call.isProposed) ||
    (phase === 'closed' && proposedTimes.length > 0)
  )
}

function proposedWords({ proposedTimes }: ShownCall) {
  const { title, lead, confirms } = manage.proposed
  return { title, lead: proposedTimes.length > 0 ? confirms : lead }
}

const SAVED_FIELDS = ['reason'] as const

/** An error for a reason that is too long, which may be more than a server action takes. */
function checkReason(form: FormData): ManageState | null {
  const entries = readManageEntries(form)
  if (lengthOf(entries.reason.trim()) <= MAX_REASON) return null
  return { status: 'error', intent: entries.intent, message: tooLong(MAX_REASON), field: 'reason', entries }
}

/** The state when no response came. */
function failed(form: FormData, why: NoResponse): ManageState {
  const entries = readManageEntries(form)
  const words = {
    outdated: { message: OUTDATED },
    lost: manageErrors.no_response,
    offline: manageErrors.unreachable,
  }[why]
  return { status: 'error', intent: entries.intent, ...words, entries }
}
