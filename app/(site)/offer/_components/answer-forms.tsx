import { use } from 'react'
import { Field, FormContext, SubmitButton } from '@/components/form'
import type { useFormAction } from '@/components/use-form-action'
import { offerPage } from '@/lib/content/offer'
import { offerLimits, type OfferState } from '@/lib/offers/form'

interface FormProps {
  token: string
  version: number
  sha256: string
  emailHint: string
  state: OfferState
  form: ReturnType<typeof useFormAction<OfferState>>['form']
  pending: boolean
  ref: React.Ref<HTMLFormElement>
}

export function AcceptForm({ consent, emailHint, ...form }: FormProps & { consent: string }) {
  const { title, name, signature, button } = offerPage.accept
  return (
    <AnswerForm {...form} intent="accept" aria-label={title} className="offer-accept">
      <Field
        name="name"
        label={name}
        hint={signature}
        isHintAbove
        type="text"
        required
        limit={offerLimits.name}
        autoComplete="name"
        look="offer-signature"
      />
      <Email hint={emailHint} />
      <Consent version={form.version}>{consent}</Consent>
      <SubmitButton size="lg" className="justify-self-start max-sm:w-full">
        {button}
      </SubmitButton>
    </AnswerForm>
  )
}

export function DeclineForm({ emailHint, ...form }: FormProps) {
  const { title, hint, reason, button } = offerPage.decline
  return (
    <details open={failedOf(form.state, 'decline') !== null} className="change offer-decline">
      <summary>{title}</summary>
      <AnswerForm {...form} intent="decline" className="grid max-w-xl gap-5 pb-7">
        <p className="text-muted-foreground">{hint}</p>
        <Field name="reason" label={reason} multiline limit={offerLimits.reason} />
        <Email hint={emailHint} />
        <SubmitButton variant="outline" className="justify-self-start">
          {button}
        </SubmitButton>
      </AnswerForm>
    </details>
  )
}

type AnswerFormProps = Omit<FormProps, 'emailHint'> &
  Omit<React.ComponentProps<'form'>, 'action'> & { intent: string }

/** Also sends the version of the offer that the visitor read. */
function AnswerForm({ token, version, sha256, intent, state, form, pending, ...props }: AnswerFormProps) {
  const { children, ...rest } = props
  const failed = failedOf(state, intent)
  const errors = failed?.field ? { [failed.field]: failed.message } : undefined
  return (
    <FormContext value={{ id: intent, pending, errors, entries: failed?.entries }}>
      <form id={`${intent}-form`} data-intent={intent} {...form} {...rest}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="sha256" value={sha256} />
        <input type="hidden" name="intent" value={intent} />
        {children}
      </form>
    </FormContext>
  )
}

function Email({ hint }: { hint: string }) {
  return (
    <Field
      name="email"
      label={offerPage.accept.email}
      hint={hint}
      isHintAbove
      type="email"
      required
      limit={offerLimits.email}
      autoComplete="email"
    />
  )
}

function Consent({ version, children }: { version: number; children: string }) {
  const { errors, entries } = use(FormContext)
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          name="agree"
          value="yes"
          required
          // Unticked again for a newer version, because the visitor has not read that version yet.
          defaultChecked={entries?.agree === 'yes' && entries.version === String(version)}
          aria-invalid={Boolean(errors?.agree)}
          aria-describedby={errors?.agree && 'agree-error'}
          className="mt-0.5 size-5.5 shrink-0 accent-brand"
        />
        <span>{children}</span>
      </label>
      {errors?.agree && (
        <p id="agree-error" className="mt-1 font-medium text-destructive">
          {errors.agree}
        </p>
      )}
    </div>
  )
}

function failedOf(state: OfferState, intent: string) {
  return state.status === 'error' && state.entries.intent === intent ? state : null
}
