'use client'

import { useEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Notice } from '@/components/site/notice'
import { StillSending } from '@/components/site/still-sending'
import { useTextForReload } from '@/components/use-saved-text'
import { MAX_REASON, type CallPhase, type ManageState, callPhase, readManageEntries } from '@/lib/manage/form'
import { lengthOf, tooLong } from '@/lib/text'
import { useVisitorZone } from '@/components/use-visitor-zone'
import { callStates, manage, manageErrors } from '@/lib/content/manage'
import { clearConfirmation } from '../../_components/clear-confirmation'
import { changeBooking } from '../[token]/actions'
import type { FreeTimes, ShownCall } from './shown-call'
import { CallSheet } from './call-sheet'
import { CancelForm } from './cancel-form'
import { EraseForm } from './erase-form'
import { MoveForm } from './move-form'
import { SentDetails } from './sent-details'
import { useNow } from './use-now'

/** All forms share one server action and its state, so the page shows their result at its top. */
export function ManageCall({ call, times }: { call: ShownCall; times: FreeTimes }) {
  const page = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const cancelForm = useRef<HTMLFormElement>(null)
  const action = useFormAction<ManageState>(changeBooking, failed, { check: checkReason })
  const { state, outdated, lost, pending, form } = action
  const saveReason = useTextForReload(cancelForm, `reason ${call.id}`, SAVED_FIELDS)
  const zone = useVisitorZone()
  const now = useNow(call.now)
  const phase = callPhase(call, now)
  const canChange = phase === 'pending' || phase === 'late' || phase === 'confirmed' || phase === 'proposed'
  const isDone = state.status === 'success' && PHASES[state.done].includes(phase)
  const { title, lead } = wordsOf()
  function wordsOf() {
    if (isDone) return { ...manage.done[state.done], ...(phase === 'late' && { lead: callStates.late.lead }) }
    return phase === 'proposed' ? { title: manage.proposed.title, lead: proposedLead() } : callStates[phase]
  }
  function proposedLead() {
    if (times.areProposed) return manage.proposed.confirms
    return times.areTaken ? manage.proposed.taken : manage.proposed.lead
  }
  // Without offered times, the form to move the call is the page's main action.
  const movesFirst = phase === 'proposed' && times.offered.length === 0
  // The invalid field, if the page has its form. The form that erases the visitor's data is always there.
  const invalid = state.status === 'error' && (canChange || state.field === 'email') ? state.field : undefined
  useEffect(() => {
    const field = invalid && page.current?.querySelector<HTMLElement>(`[name=${invalid}]`)
    if (state.status === 'success' || state.status === 'error') (field ?? notice.current)?.focus()
    if (state.status !== 'success') return
    // The second press of a double press would hit the content that replaces the form.
    ignorePresses(page.current)
    clearConfirmation(call.id) // in an effect, so that it runs even for a form posted before hydration
  }, [state, invalid, call.id])
  const shared = { call, state, form, pending }

  return (
    <div ref={page} className="wrap pt-10 pb-(--section) sm:pt-14">
      {/* autoFocus is for posts without JavaScript. */}
      <div
        key={isDone ? 'done' : 'state'}
        {...(isDone && { ref: notice, tabIndex: -1, role: 'status', autoFocus: true })}
        className={`scroll-mt-24 ${isDone && pending ? 'invisible' : ''}`}
      >
        <h1 className="text-headline">{title}</h1>
        <p className="mt-4 max-w-[34em] text-lead text-muted-foreground">{lead}</p>
      </div>
      {/* A field shows its own error, and the page's title a success. */}
      {state.status === 'error' && !invalid && (
        <Notice ref={notice} state={state} hidden={pending} className="mt-6 max-w-3xl">
          {(outdated || lost) && <ReloadButton onPress={saveReason} />}
        </Notice>
      )}
      <CallSheet key={`call ${call.sequence}`} {...shared} {...{ phase, times, now, zone }} />
      {/* Each version of the booking has its own key, so that forms reset when it changes. */}
      <div key={call.sequence} className="mt-8 border-t border-border">
        {canChange && <MoveForm {...shared} times={times} zone={zone} isMain={movesFirst} />}
        {canChange && <CancelForm ref={cancelForm} {...shared} />}
        <SentDetails call={call} />
        <EraseForm {...shared} />
      </div>
      <StillSending pending={pending} />
    </div>
  )
}

/** The phases in which the page's title reports a change just made. */
const PHASES: Record<(ManageState & { status: 'success' })['done'], CallPhase[]> = {
  cancel: ['cancelled'],
  move: ['pending', 'late'],
  take: ['confirmed'],
}

const SAVED_FIELDS = ['reason'] as const

/** For a reason that is too long for a server action. */
function checkReason(form: FormData): ManageState | null {
  const entries = readManageEntries(form)
  if (lengthOf(entries.reason.trim()) <= MAX_REASON) return null
  return { status: 'error', intent: entries.intent, message: tooLong(MAX_REASON), field: 'reason', entries }
}

function failed(form: FormData, why: NoResponse): ManageState {
  const entries = readManageEntries(form)
  const words = {
    outdated: { message: OUTDATED },
    lost: manageErrors.no_response,
    offline: manageErrors.unreachable,
  }[why]
  return { status: 'error', intent: entries.intent, ...words, entries }
}
