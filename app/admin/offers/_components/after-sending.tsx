'use client'

import { useId, useState } from 'react'
import { Field, FormContext, SubmitButton } from '@/components/form'
import { Button } from '@/components/ui/button'
import { formatCents } from '@/lib/offers/money'
import type { OfferStatus } from '@/lib/offers/view'
import type { ActionResult } from '../../action-result'
import { copyText } from '../../_components/copy-text'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { useAdminAction } from '../../_components/use-admin-action'
import { isString, useStoredDraft } from '../../_components/use-stored-draft'
import { recordAcceptance, withdraw } from '../actions'

interface AfterSendingProps {
  /** The offer's id. */
  id: string
  /** The request's id. */
  request: string
  /** The person's name. */
  name: string
  /** The newest version. */
  version: number
  /** The total price of the newest version. */
  cents: number
  /** The state of the newest version. */
  status: OfferStatus | null
  /** The path of the offer's page; null if the site has no `SITE_SECRET`. */
  path: string | null
  /** The URL of the offer's page; null if the site has no `SITE_SECRET`. */
  url: string | null
  /** True if the site sends mails. */
  mailed: boolean
}

/** The link to a sent offer, and the forms that record its acceptance by e-mail or withdraw it. */
export function AfterSending({ id, request, name, version, cents, status, ...props }: AfterSendingProps) {
  const { path, url, mailed } = props
  const accepted = (
    <TextForm
      draftKey={`accepted ${id} ${version}`}
      title="They accepted by email"
      label="What they wrote, word for word"
      hint={`It records that version ${version} is accepted${mailed ? ', and in a minute mails the whole text to them and to the studio' : ''}.`}
      button="Record it"
      question={{
        title: `Record that version ${version} is accepted?`,
        text: 'Their words are kept with it as they stand here. Only Undo in the message that follows takes it back, within a minute.',
        yes: 'Record now',
        no: 'Not yet',
      }}
      failure="Failed to record the acceptance"
      onSave={(emailText) => recordAcceptance({ id, request, name, version, emailText })}
    />
  )

  return (
    <section aria-labelledby="link" className="grid gap-3">
      <h2 id="link" className="font-semibold">
        Their link
      </h2>
      {!path && <p>There is none without SITE_SECRET; see going live.</p>}
      {path && url && (
        <p className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={() => void copyText(url, 'Link copied')}>
            Copy link
          </Button>
          <a
            href={path}
            className="inline-flex min-h-9 items-center px-2 text-brand underline underline-offset-3"
          >
            Open their page
          </a>
        </p>
      )}
      {status === 'open' && accepted}
      {status === 'expired' && (
        <details>
          <summary className="w-fit rounded px-2">
            <span aria-hidden>…</span>
            <span className="sr-only">More</span>
          </summary>
          {accepted}
        </details>
      )}
      {status === 'open' && (
        <TextForm
          draftKey={`withdraw ${id} ${version}`}
          title="Withdraw it"
          label="Why (optional)"
          hint={`They read this on its page${mailed ? ' and, if they were mailed the offer, in an email' : '; the email to them is then written here'}. Sending another version later begins anew.`}
          button="Withdraw the offer"
          isOptional
          question={{
            title: `Withdraw version ${version} for ${name}?`,
            text: `They cannot accept the ${formatCents(cents)} any more${mailed ? ', and if they were mailed the offer, an email says so at once' : ''}. Nothing opens version ${version} again: after it you can only send version ${version + 1}.`,
            yes: 'Withdraw now',
            no: 'Keep it',
          }}
          failure="Failed to withdraw the offer"
          onSave={(reason) => withdraw({ id, name, version, reason })}
        />
      )}
    </section>
  )
}

interface TextFormProps {
  /** Where this tab stores the text. It stays after saving, so that it is back after an Undo. */
  draftKey: string
  title: string
  label: string
  hint: string
  button: string
  /** The question to confirm before saving. */
  question: { title: string; text: string; yes: string; no: string }
  isOptional?: boolean
  failure: string
  onSave: (text: string) => Promise<ActionResult>
}

/** A form with one text field, folded at first. */
function TextForm({
  draftKey,
  title,
  label,
  hint,
  button,
  question,
  isOptional,
  failure,
  onSave,
}: TextFormProps) {
  const { run, pending } = useAdminAction()
  const { draft, setDraft } = useStoredDraft(draftKey, isString)
  const text = draft ?? ''
  const [isConfirming, setConfirming] = useState(false)
  const id = useId()
  // The database undoes a recorded acceptance for a minute, and Undo is in its toast alone.
  const save = () => run(() => onSave(text), { failure, duration: 55_000 })
  return (
    <details open={draft !== null || undefined} className="border-t border-border pt-2">
      <summary className="min-h-7 rounded py-1 font-medium">{title}</summary>
      <FormContext value={{ id, pending, density: 'dense' }}>
        <form
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (pending) return
            // Without the required text there is nothing to confirm: the action returns the error.
            if (isOptional || text.trim()) setConfirming(true)
            else save()
          }}
        >
          <Field
            name="text"
            label={label}
            hint={hint}
            isHintAbove
            multiline
            dir="auto"
            value={text}
            readOnly={false}
            onChange={({ target }) => setDraft(target.value)}
            className="text-sm"
          />
          <SubmitButton variant="outline" className="justify-self-start">
            {button}
          </SubmitButton>
        </form>
      </FormContext>
      <ConfirmDialog
        open={isConfirming}
        title={question.title}
        cancelLabel={question.no}
        confirm={
          <ConfirmButton
            pending={pending}
            onClick={() => {
              // Closes the dialog first, so that closing it does not take the focus from the new content.
              setConfirming(false)
              save()
            }}
          >
            {question.yes}
          </ConfirmButton>
        }
        onClose={() => setConfirming(false)}
      >
        <p>{question.text}</p>
      </ConfirmDialog>
    </details>
  )
}
