'use client'

import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { offerTerms, party } from '@/lib/content/offer'
import { type OfferDraft, readOffer } from '@/lib/offers/draft'
import { textProblem, writeOffer } from '@/lib/offers/text'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import type { InvalidField } from '../../action-result'
import { saveOffer, sendOffer } from '../actions'
import { DraftFields } from './draft-fields'
import { OfferPreview } from './offer-preview'
import { SavedElsewhere } from './saved-elsewhere'
import { SendSummary } from './send-summary'
import { useOfferDraft } from './use-offer-draft'

interface OfferFormProps {
  /** The request's id. */
  id: string
  name: string
  email: string
  today: string
  /** The stored draft, or the default of a first offer. */
  stored: OfferDraft
  /** The revision of the stored draft; 0 without one. */
  revision: number
  /** The number of the next version. */
  version: number
  /** True if sending the offer mails it. */
  mailed: boolean
}

/**
 * The founder's form of an offer, with a preview for its reader. This tab stores unsaved changes, which the
 * server does not know.
 */
export function OfferForm(props: OfferFormProps) {
  const hydrated = useHydrated()
  return <HydratedForm key={hydrated ? 'browser' : 'server'} {...props} hydrated={hydrated} />
}

function HydratedForm({
  id,
  name,
  email,
  today,
  stored,
  revision,
  version,
  mailed,
  hydrated,
}: OfferFormProps & { hydrated: boolean }) {
  const { run, pending } = useAdminAction()
  const { seen, draft, ...typed } = useOfferDraft(id, revision, stored, hydrated)
  const [asking, setAsking] = useState(false)
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const [lastVersion, setLastVersion] = useState(version)
  const form = useRef<HTMLFormElement>(null)
  const offer = readOffer(draft, today)

  if (version !== lastVersion) {
    setLastVersion(version)
    // The sent version was taken back.
    if (version < lastVersion && draft.words === '') typed.setWords(stored.words)
  }

  useEffect(() => {
    if (invalid) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(invalid.field)}"]`)?.focus()
  }, [invalid])

  function store(action: typeof saveOffer, failure: string) {
    const sent = { id, seen, draft }
    run(
      async () => {
        const { result, revision } = await action(sent)
        if (revision !== undefined) typed.saved(revision, sent.draft)
        return result
      },
      {
        failure,
        onResult(result) {
          setAsking(false)
          typed.setLost('isLost' in result ? sent.draft : null)
          if ('problem' in result) setInvalid(result)
          if (action === sendOffer && 'message' in result) typed.setWords('')
        },
        // The check above misses the undo if the page never showed the sent version.
        onUndo: { onResult: (result) => 'message' in result && typed.setWords(sent.draft.words) },
      },
    )
  }

  function askToSend() {
    const problem =
      'problem' in offer ? offer : textProblem(writeOffer(offer, { version, date: today }), draft)
    setInvalid(problem ? { ...problem } : null)
    setAsking(!problem)
  }

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <form
        ref={form}
        aria-label="The offer"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          store(saveOffer, 'Failed to save the offer')
        }}
      >
        {/* Disabled before hydration, because hydration may restore a draft. */}
        <fieldset disabled={!hydrated} className="grid min-w-0 content-start gap-6">
          <h2 className="font-semibold">{version === 1 ? 'The offer' : `The next version, ${version}`}</h2>
          {revision > seen && !pending && (
            <SavedElsewhere
              onTakeStored={() => {
                setInvalid(null)
                typed.takeStored()
                form.current?.querySelector('input')?.focus()
              }}
            />
          )}
          <DraftFields
            draft={draft}
            today={today}
            invalid={invalid}
            mailed={mailed}
            onChange={(change) => {
              setInvalid(null)
              typed.setDraft({ ...draft, ...change })
            }}
          />
          <div className="flex flex-wrap items-center gap-3 border-t border-border pt-5">
            <ActionButton type="button" pending={pending} onClick={askToSend}>
              {`Send version ${version}`}
            </ActionButton>
            <ActionButton type="submit" variant="outline" pending={pending}>
              Save
            </ActionButton>
            <p className="text-muted-foreground">Only the studio sees what is saved.</p>
          </div>
          <ConfirmDialog
            open={asking}
            title={`Send version ${version} to ${name}?`}
            cancelLabel="Not yet"
            confirm={
              <ConfirmButton pending={pending} onClick={() => store(sendOffer, 'Failed to send the offer')}>
                Send it
              </ConfirmButton>
            }
            onClose={() => setAsking(false)}
          >
            {!('problem' in offer) && <SendSummary offer={offer} email={email} />}
            {(party.sample || offerTerms.sample) && (
              <p className="font-semibold">
                {[party.sample && 'Your firm', offerTerms.sample && 'your terms']
                  .filter(Boolean)
                  .join(' and ')}{' '}
                are still samples. Set your own in lib/content/offer.ts first.
              </p>
            )}
            <p>
              {mailed
                ? `${email} gets an email with its link, in a minute. Until then you can take it back.`
                : 'No mail server is set up: this page then has the email with its link, for your own mail program.'}{' '}
              What is sent stays as it is. A change is another version.
            </p>
          </ConfirmDialog>
        </fieldset>
      </form>
      <OfferPreview {...{ offer, version, today }} />
    </div>
  )
}
