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
  /** Before that a field has a limit; then it does not cut pasted text, but gets an error when it is sent. */
  hydrated: boolean
  ref: React.Ref<HTMLFormElement>
}

/** Accepts the version above, as its signature: the name on the line, e-mail, tick, button. */
export function AcceptForm({ consent, emailHint, pending, hydrated, form, ref, ...props }: FormProps) {
  const { title, name, signature, email, button } = offerPage.accept
  const { entries, errorOf } = faultsOf(props.state, 'accept')
  const [missing, agree] = [errorOf('name'), errorOf('agree')]
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
      <div>
        <input
          id="accept-name"
          name="name"
          type="text"
          placeholder={name}
          required
          maxLength={hydrated ? undefined : offerLimits.name}
          autoComplete="name"
          defaultValue={entries?.name}
          aria-invalid={Boolean(missing)}
          aria-describedby={missing && 'accept-name-error'}
          className="offer-signature"
        />
        <label htmlFor="accept-name">{signature}</label>
        {missing && (
          <p id="accept-name-error" className="mt-1 font-medium text-destructive">
            {missing}
          </p>
        )}
      </div>
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
            // Not after a newer version has come: that was not read yet.
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

/** Declines it, with an optional reason. Opens without JavaScript. */
export function DeclineForm({ emailHint, pending, hydrated, form, ref, ...props }: FormProps) {
  const { title, hint, reason, button } = offerPage.decline
  const { entries, errorOf } = faultsOf(props.state, 'decline')
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

/** The version that was read, and what to do with it. */
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

/** The last submit's entries and faults, if it was this form's. */
function faultsOf(state: OfferState, intent: string) {
  const failed = state.status === 'error' && state.entries.intent === intent ? state : null
  return {
    entries: (failed?.entries ?? null) as OfferEntries | null,
    errorOf: (field: OfferField) => (failed?.field === field ? failed.message : undefined),
  }
}
