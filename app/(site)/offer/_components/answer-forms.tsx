import { Field } from '@/components/site/field'
import { buttonVariants } from '@/components/ui/button-variants'
import type { useFormAction } from '@/components/use-form-action'
import { offerPage } from '@/lib/content/offer'
import { type OfferEntries, type OfferField, offerLimits, type OfferState } from '@/lib/offers/form'

interface FormProps {
  token: string
  version: number
  sha256: string
  consent: string
  emailHint: string
  state: OfferState
  form: ReturnType<typeof useFormAction<OfferState>>['form']
  pending: boolean
  /**
   * Before hydration the fields have a `maxLength`. A hydrated field does not cut pasted text, but gets an
   * error on submit.
   */
  hydrated: boolean
  ref: React.Ref<HTMLFormElement>
}

/** The form to accept the version of the offer above with a signature: name, e-mail, tick and button. */
export function AcceptForm({ consent, emailHint, pending, hydrated, form, ref, ...props }: FormProps) {
  const { title, name, signature, email, button } = offerPage.accept
  const { entries, errorOf } = failedSubmit(props.state, 'accept')
  const agree = errorOf('agree')
  return (
    <form
      ref={ref}
      id="accept-form"
      {...form}
      data-intent="accept"
      aria-label={title}
      className="offer-accept"
    >
      <Hidden {...props} intent="accept" />
      <Field
        id="accept-name"
        name="name"
        label={name}
        hint={signature}
        type="text"
        required
        maxLength={hydrated ? undefined : offerLimits.name}
        autoComplete="name"
        defaultValue={entries?.name}
        error={errorOf('name')}
        className="offer-signature"
      />
      <Field
        id="accept-email"
        name="email"
        label={email}
        hint={emailHint}
        type="email"
        required
        maxLength={hydrated ? undefined : offerLimits.email}
        autoComplete="email"
        defaultValue={entries?.email}
        error={errorOf('email')}
      />
      <div>
        <label className="flex cursor-pointer items-start gap-3 py-1.5">
          <input
            type="checkbox"
            name="agree"
            value="yes"
            required
            // Unticked again for a newer version, because the visitor has not read that version yet.
            defaultChecked={entries?.agree === 'yes' && entries.version === String(props.version)}
            aria-invalid={Boolean(agree)}
            aria-describedby={agree && 'agree-error'}
            className="mt-0.5 size-5.5 shrink-0 accent-brand"
          />
          <span>{consent}</span>
        </label>
        {agree && (
          <p id="agree-error" className="mt-1 font-medium text-destructive">
            {agree}
          </p>
        )}
      </div>
      <button
        type="submit"
        aria-disabled={pending}
        className={buttonVariants({ size: 'lg', className: 'justify-self-start max-sm:w-full' })}
      >
        {button}
      </button>
    </form>
  )
}

/** The form to decline the offer, with an optional reason. It unfolds without JavaScript too. */
export function DeclineForm({ emailHint, pending, hydrated, form, ref, ...props }: FormProps) {
  const { title, hint, reason, button } = offerPage.decline
  const { entries, errorOf } = failedSubmit(props.state, 'decline')
  return (
    <details open={entries !== null} className="change offer-decline">
      <summary>{title}</summary>
      <form ref={ref} id="decline-form" {...form} data-intent="decline" className="grid max-w-xl gap-5 pb-7">
        <p className="text-muted-foreground">{hint}</p>
        <Hidden {...props} intent="decline" />
        <Field
          id="decline-reason"
          name="reason"
          label={reason}
          multiline
          maxLength={hydrated ? undefined : offerLimits.reason}
          defaultValue={entries?.reason}
          error={errorOf('reason')}
        />
        <Field
          id="decline-email"
          name="email"
          label={offerPage.accept.email}
          hint={emailHint}
          type="email"
          required
          maxLength={hydrated ? undefined : offerLimits.email}
          autoComplete="email"
          defaultValue={entries?.email}
          error={errorOf('email')}
        />
        <button
          type="submit"
          aria-disabled={pending}
          className={buttonVariants({ variant: 'outline', className: 'justify-self-start' })}
        >
          {button}
        </button>
      </form>
    </details>
  )
}

/** Hidden fields: the version of the offer that the visitor read, and the form's intent. */
function Hidden({
  token,
  version,
  sha256,
  intent,
}: Pick<FormProps, 'token' | 'version' | 'sha256'> & { intent: string }) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="sha256" value={sha256} />
      <input type="hidden" name="intent" value={intent} />
    </>
  )
}

/** The entries and errors of the last submit if the form with this intent sent it. */
function failedSubmit(state: OfferState, intent: string) {
  const failed = state.status === 'error' && state.entries.intent === intent ? state : null
  return {
    entries: (failed?.entries ?? null) as OfferEntries | null,
    errorOf: (field: OfferField) => (failed?.field === field ? failed.message : undefined),
  }
}
