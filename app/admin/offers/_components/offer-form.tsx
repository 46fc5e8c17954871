'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { FormContext } from '@/components/form'
import { cn } from '@/lib/utils'
import { offerTerms, party } from '@/lib/content/offer'
import { type DraftProblem, findProblems, type OfferDraft, parseOffer } from '@/lib/offers/draft'
import { findLengthProblem, printOffer } from '@/lib/offers/text'
import { paths } from '@/lib/paths'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { saveOfferDraft, sendOfferVersion } from '../actions'
import { DraftFields } from './draft-fields'
import { OfferPreview } from './offer-preview'
import { SavedElsewhere } from './saved-elsewhere'
import { SendSummary } from './send-summary'
import { useOfferDraft } from './use-offer-draft'
import { WriteOrPreview } from './write-or-preview'

interface OfferFormProps {
  id: string
  name: string
  email: string
  today: string
  serverDraft: OfferDraft
  /** True if the values of `serverDraft` are only proposed, so nobody has saved them. */
  isProposed: boolean
  /** The saved draft's; 0 if there is none. */
  revision: number
  /** The number of the version that Send creates. */
  version: number
  mailed: boolean
  /** The link back to the offers, in the row of the buttons. */
  back: React.ReactNode
  children: React.ReactNode
}

/** Unsaved changes stay in this tab. */
export function OfferForm({ id, name, email, today, revision, version, mailed, ...props }: OfferFormProps) {
  const { run, pending } = useAdminAction()
  const offerDraft = useOfferDraft(id, revision, props.serverDraft, props.isProposed)
  const { draft, seenRevision, isSaved, wasEverSaved } = offerDraft
  const [isConfirming, setConfirming] = useState(false)
  const [invalid, setInvalid] = useState<DraftProblem | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const offer = parseOffer(draft, today)
  const text = 'problem' in offer ? null : printOffer(offer, { version, date: today })
  const lengthProblem = text === null ? undefined : findLengthProblem(text, draft)
  const problems = lengthProblem ? [lengthProblem] : findProblems(draft, today)
  const isReady = problems.length === 0
  const errors = invalid ? { [invalid.field]: invalid.problem } : undefined

  useEffect(() => {
    const field = invalid && form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(invalid.field)}"]`)
    if (!field) return
    // The field may be hidden: on a small screen by the preview, or by a closed <details>.
    form.current?.querySelector<HTMLInputElement>('[value=write]')?.click()
    field.closest('details')?.setAttribute('open', '')
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  }, [invalid])

  function submit(action: typeof saveOfferDraft, failure: string) {
    const sent = { id, seen: seenRevision, draft }
    run(
      async () => {
        const result = await action(sent)
        if (result.kind === 'done') offerDraft.markSaved(result.revision, sent.draft)
        return result
      },
      {
        failure,
        onResult(result) {
          setConfirming(false)
          // Without 'done', the draft may still be saved: only sending it has failed, or the response is lost.
          offerDraft.setUnconfirmed(result.kind === 'done' ? null : sent.draft)
          if (result.kind === 'invalid') setInvalid(result)
          if (action === sendOfferVersion && result.kind === 'done') offerDraft.clearWords()
        },
      },
    )
  }

  // A copy, so that the same problem shown twice moves the focus twice.
  const showProblem = (problem: DraftProblem | undefined) => setInvalid(problem ? { ...problem } : null)

  function askToSend() {
    showProblem(problems[0])
    setConfirming(isReady)
  }

  return (
    <form
      ref={form}
      aria-label="The offer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(saveOfferDraft, 'Failed to save the offer')
      }}
      className={cn(
        'group/offer grid gap-y-5 max-lg:min-h-[calc(100svh-6.25rem-1px)] max-lg:grid-rows-[auto_1fr_auto]',
        version === 1 && '-mt-4', // right below the bar of the admin
      )}
    >
      <div className="lg:tall:sticky z-10 max-lg:contents lg:top-13 lg:flex lg:border-b lg:border-border lg:bg-background">
        <div className="flex min-h-11 grow flex-wrap items-center justify-between gap-x-4 max-lg:border-b max-lg:border-border">
          {props.back}
          <p className="ml-auto text-muted-foreground lg:mr-3">
            {!wasEverSaved ? 'Not saved yet' : isSaved ? 'Draft saved' : 'Changes not saved'}
          </p>
        </div>
        <div className="max-lg:tall:sticky flex flex-wrap items-center gap-2 max-lg:bottom-0 max-lg:z-10 max-lg:order-last max-lg:-mx-[clamp(1.25rem,2.5vw,2.5rem)] max-lg:-mb-4 max-lg:border-t max-lg:border-border max-lg:bg-card/95 max-lg:px-[clamp(1.25rem,2.5vw,2.5rem)] max-lg:py-2.5 max-lg:backdrop-blur-sm">
          <WriteOrPreview />
          <fieldset disabled={!offerDraft.hasReadStorage} className="contents">
            <ActionButton
              type="submit"
              size="sm"
              variant={isSaved ? 'ghost' : 'outline'}
              pending={pending}
              className={isSaved ? 'text-muted-foreground' : undefined}
            >
              <span className="max-lg:hidden">Save</span>
              <span className="lg:hidden">{isSaved ? 'Saved' : 'Save'}</span>
            </ActionButton>
            <ActionButton
              type="button"
              size="sm"
              variant={isReady ? 'default' : 'outline'}
              data-ready={isReady || undefined}
              pending={pending}
              aria-label={`Send version ${version}`}
              onClick={askToSend}
            >
              <span className="max-sm:hidden">{`Send version ${version}`}</span>
              <span className="sm:hidden">Send</span>
            </ActionButton>
          </fieldset>
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-12 lg:grid-cols-2 xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)]">
        {/* Disabled before hydration, because hydration may restore a draft. */}
        <fieldset
          disabled={!offerDraft.hasReadStorage}
          className="offer-fields grid min-w-0 content-start gap-6 max-lg:group-has-[[value=preview]:checked]/offer:hidden"
        >
          {props.children}
          {revision > seenRevision && !pending && (
            <SavedElsewhere
              onTakeServerDraft={() => {
                setInvalid(null)
                offerDraft.takeServerDraft()
                form.current?.querySelector<HTMLElement>('[name=title]')?.focus()
              }}
            />
          )}
          <FormContext value={{ id: formId, errors, density: 'dense' }}>
            <DraftFields
              draft={draft}
              today={today}
              mailed={mailed}
              onChange={(change) => {
                setInvalid(null)
                offerDraft.setDraft({ ...draft, ...change })
              }}
            />
          </FormContext>
        </fieldset>
        <OfferPreview {...{ draft, today, text, problems, version }} onShow={showProblem} />
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`Send version ${version} to ${name}?`}
        cancelLabel="Not yet"
        confirm={
          <ConfirmButton
            pending={pending}
            onClick={() => submit(sendOfferVersion, 'Failed to send the offer')}
          >
            Send it
          </ConfirmButton>
        }
        onClose={() => setConfirming(false)}
      >
        {!('problem' in offer) && <SendSummary offer={offer} email={email} />}
        {(party.sample || offerTerms.sample) && (
          <p className="font-semibold">
            {[party.sample && 'Your firm', offerTerms.sample && 'your terms'].filter(Boolean).join(' and ')}{' '}
            are still samples. They stand in the offer as they are.{' '}
            <a
              href={`${paths.settings}#samples`}
              target="_blank"
              className="text-brand underline underline-offset-3"
            >
              See which
            </a>
          </p>
        )}
        <p>
          {mailed
            ? `${email} gets an email with its link at once.`
            : 'No mail server is set up: this page then has the email with its link, for your own mail program.'}
          {version > 1 && ` Version ${version - 1} can then no longer be accepted.`}
          {` Nothing takes it back: a change is version ${version + 1}, or you withdraw it.`}
        </p>
      </ConfirmDialog>
    </form>
  )
}
