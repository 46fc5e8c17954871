import { useId, useState } from 'react'
import { Field, FormContext, SubmitButton } from '@/components/form'
import { Button } from '@/components/ui/button'
import { formatCents } from '@/lib/money'
import type { ActionResult } from '../../action-result'
import { ConfirmButton, ConfirmDialog } from '../../_components/confirm-dialog'
import { useAdminAction } from '../../_components/use-admin-action'
import { isString, useStoredDraft } from '../../_components/use-stored-draft'
import { recordAcceptance, withdraw } from '../actions'

export interface SentOffer {
  id: string
  name: string
  version: number
  /** The total price. */
  cents: number
  mailed: boolean
}

type SentFormProps = SentOffer & Pick<TextFormProps, 'isOpen' | 'onClose'>

/** `request` is the request's id. */
export function AcceptanceForm({
  request,
  id,
  name,
  version,
  ...props
}: SentFormProps & { request: string }) {
  return (
    <TextForm
      {...props}
      draftKey={`accepted ${id} ${version}`}
      title="They accepted by email"
      label="What they wrote, word for word"
      hint={`It records that version ${version} is accepted${props.mailed ? ', and in a minute mails the whole text to them and to the studio' : ''}.`}
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
}

export function WithdrawForm({ id, name, version, cents, mailed, ...props }: SentFormProps) {
  return (
    <TextForm
      {...props}
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
  )
}

interface TextFormProps {
  /** Where this tab stores the text. It stays after saving, so that it is back after an Undo. */
  draftKey: string
  title: string
  label: string
  hint: string
  button: string
  question: { title: string; text: string; yes: string; no: string }
  isOptional?: boolean
  /** True if the admin has opened the form. A stored text opens it too. */
  isOpen: boolean
  onClose: () => void
  failure: string
  onSave: (text: string) => Promise<ActionResult>
}

function TextForm({ draftKey, title, button, question, isOptional, isOpen, ...props }: TextFormProps) {
  const { run, pending } = useAdminAction()
  const { draft, setDraft } = useStoredDraft(draftKey, isString)
  const text = draft ?? ''
  const [isConfirming, setConfirming] = useState(false)
  const id = useId()
  // The database undoes a recorded acceptance for a minute, and Undo is in its toast alone.
  const save = () => run(() => props.onSave(text), { failure: props.failure, duration: 55_000 })
  if (!isOpen && draft === null) return null
  return (
    <div className="border-t border-border pt-2.5">
      <FormContext value={{ id, pending, density: 'dense' }}>
        <form
          aria-label={title}
          className="grid gap-3"
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
            label={props.label}
            hint={props.hint}
            isHintAbove
            multiline
            dir="auto"
            value={text}
            readOnly={false}
            onChange={({ target }) => setDraft(target.value)}
            className="text-sm"
            autoFocus={isOpen}
          />
          <div className="flex gap-2">
            <SubmitButton variant="outline">{button}</SubmitButton>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setDraft(null)
                props.onClose()
              }}
            >
              Not now
            </Button>
          </div>
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
    </div>
  )
}
