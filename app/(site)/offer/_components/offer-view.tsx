'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { alertVariants } from '@/components/ui/alert-variants'
import { useEarlyEntries } from '@/components/use-early-entries'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { useSavedText } from '@/components/use-saved-text'
import { offerPage, offerProblem } from '@/lib/content/offer'
import { offerLimits, type OfferState, readOfferEntries } from '@/lib/offers/form'
import { lengthOf, tooLong } from '@/lib/text'
import { answerOffer } from '../[token]/actions'
import { AcceptForm, DeclineForm } from './answer-forms'

export interface OfferViewProps {
  title: string
  lead: string
  /** Why it was withdrawn. */
  reason: string | null
  token: string
  version: number
  sha256: string
  isOpen: boolean
  consent: string
  /** Which e-mail address is asked for. */
  emailHint: string
  /** The text, what stands beside it, and what changed. */
  children: React.ReactNode
}

/**
 * An offer's page: how it stands, its text, and the forms to accept or decline it, whose result is
 * shown at the top.
 */
export function OfferView({ title, lead, reason, isOpen, children, ...newest }: OfferViewProps) {
  const page = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const { state, outdated, pending, hydrated, form } = useFormAction<OfferState>(
    answerOffer,
    { status: 'idle' },
    failed,
    undefined,
    checkLengths,
  )
  const acceptForm = useRef<HTMLFormElement>(null)
  const declineForm = useRef<HTMLFormElement>(null)
  useEarlyEntries(acceptForm, 'accept-form')
  useEarlyEntries(declineForm, 'decline-form')
  const accepting = useSavedText(acceptForm, `accept ${newest.sha256}`, ACCEPT_FIELDS)
  const declining = useSavedText(declineForm, `decline ${newest.sha256}`, DECLINE_FIELDS)
  const showSavedText = useEffectEvent(() => {
    // It is saved for the reload button only.
    accepting.clearText()
    declining.clearText()
    const form = declineForm.current
    if (form && DECLINE_FIELDS.some((name) => new FormData(form).get(name)))
      form.closest('details')?.setAttribute('open', '')
  })
  useEffect(() => showSavedText(), [])
  // The fault of a field stands at the field, if its form is still there.
  const invalid = state.status === 'error' && isOpen ? state.field : undefined
  useEffect(() => {
    const intent = state.status === 'error' ? state.entries.intent : ''
    const field =
      invalid &&
      page.current?.querySelector<HTMLElement>(`form[data-intent="${CSS.escape(intent)}"] [name=${invalid}]`)
    if (state.status !== 'idle') (field ?? notice.current)?.focus()
  }, [state, invalid])
  const shared = { ...newest, state, form, pending, hydrated }
  const isDone = state.status === 'success'

  return (
    <div ref={page} className="wrap pt-10 pb-(--section) sm:pt-14">
      <h1 className="max-w-[14em] text-headline">{title}</h1>
      <p className="mt-4 max-w-[34em] text-lead text-muted-foreground">{lead}</p>
      {reason && (
        <p
          id="offer-reason"
          dir="auto"
          className="mt-3 max-w-[44em] [overflow-wrap:anywhere] whitespace-pre-wrap"
        >
          <span className="font-semibold">{offerPage.reason}</span> {reason}
        </p>
      )}
      {state.status !== 'idle' && !invalid && (
        <div
          ref={notice}
          // For posts without JavaScript.
          autoFocus
          tabIndex={-1}
          role={isDone ? 'status' : 'alert'}
          className={`mt-6 max-w-3xl scroll-mt-24 ${alertVariants({ variant: isDone ? 'default' : 'destructive' })} ${pending ? 'invisible' : ''}`}
        >
          <p className="font-semibold">{state.message}</p>
          {state.detail && <p>{state.detail}</p>}
          {outdated && (
            <ReloadButton
              onPress={() => {
                accepting.saveText()
                declining.saveText()
              }}
            />
          )}
        </div>
      )}
      {children}
      {isOpen && (
        // Another key for each version, so that nothing is ticked of one that was not read.
        <div key={newest.version} className="mt-12 max-w-3xl">
          <AcceptForm ref={acceptForm} {...shared} />
          <div className="mt-10 border-t border-border">
            <DeclineForm ref={declineForm} {...shared} />
          </div>
        </div>
      )}
    </div>
  )
}

const ACCEPT_FIELDS = ['name', 'email'] as const
const DECLINE_FIELDS = ['reason', 'email'] as const

/** An error for a text that is too long, which may be more than a server action takes. */
function checkLengths(form: FormData): OfferState | null {
  const entries = readOfferEntries(form)
  const fields = ['name', 'reason', 'email'] as const
  const field = fields.find((name) => lengthOf(entries[name].trim()) > offerLimits[name])
  return field ? { status: 'error', message: tooLong(offerLimits[field]), field, entries } : null
}

/** The state when no response came. */
function failed(form: FormData, why: NoResponse): OfferState {
  const words = {
    outdated: { message: OUTDATED },
    lost: offerProblem('no_response'),
    offline: offerProblem('unreachable'),
  }[why]
  return { status: 'error', ...words, entries: readOfferEntries(form) }
}
