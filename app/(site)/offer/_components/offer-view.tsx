'use client'

import { useEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Notice } from '@/components/site/notice'
import { StillSending } from '@/components/site/still-sending'
import { buttonVariants } from '@/components/ui/button-variants'
import { useEarlyEntries } from '@/components/use-early-entries'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { useTextForReload } from '@/components/use-saved-text'
import { offerPage } from '@/lib/content/offer'
import { offerProblem } from '@/lib/offers/form'
import { offerLimits, type OfferState, readOfferEntries } from '@/lib/offers/form'
import { lengthOf, tooLong } from '@/lib/text'
import { answerOffer } from '../[token]/actions'
import { AcceptForm, DeclineForm } from './answer-forms'
import type { ShownBar } from './shown-offer'

export interface OfferViewProps {
  title: string
  lead: string
  /** The studio's reason for withdrawing the offer. */
  reason: string | null
  token: string
  version: number
  sha256: string
  isOpen: boolean
  consent: string
  /** Hints at the e-mail address to type, without showing all of it. */
  emailHint: string
  /** Null if the offer cannot be accepted. */
  bar: ShownBar | null
  isAccepted: boolean
  downloadLink: React.ReactNode
  /** After an acceptance, above the text. */
  nextSteps: React.ReactNode
  changes: React.ReactNode
  ourSignature: React.ReactNode
  theirSignature: React.ReactNode
  /** Shows `sha256`. */
  fingerprint: React.ReactNode
  /** The offer's text. */
  children: React.ReactNode
}

export function OfferView({ title, lead, reason, isOpen, isAccepted, bar, ...props }: OfferViewProps) {
  const { token, version, sha256, emailHint } = props
  const page = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const action = useFormAction<OfferState>(answerOffer, withoutResponse, { check: checkLengths })
  const { state, pending, form } = action
  const needsReload = action.outdated || action.lost
  const acceptForm = useRef<HTMLFormElement>(null)
  const declineForm = useRef<HTMLFormElement>(null)
  useEarlyEntries(acceptForm, 'accept-form')
  useEarlyEntries(declineForm, 'decline-form')
  const saveAcceptance = useTextForReload(acceptForm, `accept ${sha256}`, ACCEPT_FIELDS)
  const saveRefusal = useTextForReload(declineForm, `decline ${sha256}`, DECLINE_FIELDS)
  // A field shows its own error, as long as the page still has the forms.
  const invalid = state.status === 'error' && isOpen ? state.field : undefined
  useEffect(() => {
    const intent = state.status === 'error' ? state.entries.intent : ''
    const field =
      invalid &&
      page.current?.querySelector<HTMLElement>(`form[data-intent="${CSS.escape(intent)}"] [name=${invalid}]`)
    if (state.status !== 'idle') (field ?? notice.current)?.focus()
  }, [state, invalid])
  const formProps = { token, version, sha256, emailHint, state, form, pending }

  return (
    <div ref={page} className="offer-page wrap pb-(--section)">
      <div className="offer-top">
        <div>
          <h1 className="text-title">{title}</h1>
          <p className="mt-1 text-muted-foreground">{lead}</p>
          {reason && (
            <p id="offer-reason" dir="auto" className="mt-2 [overflow-wrap:anywhere] whitespace-pre-wrap">
              <b>{offerPage.reason}</b> <span>{reason}</span>
            </p>
          )}
        </div>
        {props.downloadLink}
      </div>
      {state.status !== 'idle' && !invalid && (
        <Notice ref={notice} state={state} hidden={pending} className="mt-5">
          {needsReload && (
            <ReloadButton
              onPress={() => {
                saveAcceptance()
                saveRefusal()
              }}
            />
          )}
        </Notice>
      )}
      {props.nextSteps}
      {props.changes}
      {isAccepted && <h2 className="mt-10 text-title">{offerPage.wordForWord}</h2>}
      <article id="offer" className={`offer-sheet ${isOpen || isAccepted ? '' : 'offer-ended'}`}>
        {props.children}
        {bar && (
          <div className="offer-bar">
            <p>
              {bar.price && <b className="text-title">{bar.price}</b>}
              {bar.tax && <span>{offerPage.accept.withTax(bar.tax)}</span>}
              {bar.left && (
                <span className={bar.isLastDay ? 'tag tag-yellow' : 'offer-left'}>{bar.left}</span>
              )}
            </p>
            {/* A second press would hit the form that appears under the pointer. */}
            <a
              href="#accept-name"
              onClick={() => ignorePresses(acceptForm.current)}
              className={buttonVariants({ variant: 'secondary' })}
            >
              {offerPage.accept.bar}
            </a>
          </div>
        )}
        <section aria-labelledby="signatures" className="offer-signatures">
          <h3 id="signatures">{offerPage.signatures.title}</h3>
          <div>{props.ourSignature}</div>
          <div>
            {/* Each version has its own key, so that no tick carries over to an unread version. */}
            {isOpen && <AcceptForm key={version} ref={acceptForm} consent={props.consent} {...formProps} />}
            {props.theirSignature}
          </div>
        </section>
        {props.fingerprint}
      </article>
      {isOpen && <DeclineForm key={version} ref={declineForm} {...formProps} />}
      <StillSending pending={pending} />
    </div>
  )
}

const ACCEPT_FIELDS = ['name', 'email'] as const
const DECLINE_FIELDS = ['reason', 'email'] as const

/** For a text that is too long for a server action. */
function checkLengths(form: FormData): OfferState | null {
  const entries = readOfferEntries(form)
  const fields = ['name', 'reason', 'email'] as const
  const field = fields.find((name) => lengthOf(entries[name].trim()) > offerLimits[name])
  return field ? { status: 'error', message: tooLong(offerLimits[field]), field, entries } : null
}

function withoutResponse(form: FormData, why: NoResponse): OfferState {
  const words = {
    outdated: { message: OUTDATED },
    lost: offerProblem('no_response'),
    offline: offerProblem('unreachable'),
  }[why]
  return { status: 'error', ...words, entries: readOfferEntries(form) }
}
