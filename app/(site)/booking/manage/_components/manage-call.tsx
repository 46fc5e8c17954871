'use client'

import { useEffect, useRef } from 'react'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { buttonVariants } from '@/components/ui/button-variants'
import { type ManageState, callPhase, readManageEntries } from '@/lib/booking/managed'
import { updateKept } from '@/lib/booking/kept-calls'
import { useVisitorZone } from '@/lib/booking/visitor-time'
import { callStates, manage, manageErrors } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/confirmation'
import { changeBooking } from '../[token]/actions'
import type { FreeTimes, ShownCall } from '../[token]/page'
import { CallSheet } from './call-sheet'
import { CancelForm } from './cancel-form'
import { EraseForm } from './erase-form'
import { MoveForm } from './move-form'
import { Notice } from './notice'
import { useNow } from './use-now'

/** The state of a call, and the forms to change it. All forms share one action and its state, so that its result is shown at the top. */
export function ManageCall({ call, times }: { call: ShownCall; times: FreeTimes }) {
  const notice = useRef<HTMLDivElement>(null)
  const { state, outdated, pending, form } = useFormAction<ManageState>(
    changeBooking,
    { status: 'idle' },
    failed,
    ({ status }) => status === 'success' && clearConfirmation(),
  )
  useEffect(() => {
    if (state.status === 'success' || state.status === 'error') notice.current?.focus()
  }, [state])
  const zone = useVisitorZone()
  const now = useNow(call.now)
  const phase = callPhase(call.status, call.start, call.end, now)
  const canChange = phase === 'pending' || phase === 'confirmed'
  const { title, lead } = callStates[phase]
  const shared = { call, state, form, pending }
  useEffect(
    () => updateKept(`${paths.manage}/${call.token}`, canChange || phase === 'now' ? call : null),
    [call, canChange, phase],
  )

  return (
    <div className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 className="text-headline">{title}</h1>
      <p className="mt-4 max-w-[26em] text-lead text-muted-foreground">{lead}</p>
      <Notice ref={notice} state={state} hidden={pending}>
        {outdated && <ReloadButton />}
      </Notice>
      <CallSheet {...{ call, phase, now, zone }} />
      {!canChange && (
        <p className="mt-8">
          <a href={paths.booking} className={buttonVariants()}>
            {manage.bookAgain}
          </a>
        </p>
      )}
      {/* Another key for each version of the booking, so that forms are reset when it changes. */}
      <div key={call.seen} className="mt-8 max-w-3xl border-t border-border">
        {canChange && <MoveForm {...shared} times={times} zone={zone} />}
        {canChange && <CancelForm {...shared} />}
        <EraseForm {...shared} />
      </div>
    </div>
  )
}

/** The state when no response came. */
function failed(form: FormData, why: NoResponse): ManageState {
  const entries = readManageEntries(form)
  const words = manageErrors[why === 'lost' ? 'no_response' : 'unreachable']
  return {
    status: 'error',
    intent: entries.intent,
    ...words,
    ...(why === 'outdated' && { detail: OUTDATED }),
    entries,
  }
}
