import { buttonVariants } from '@/components/ui/button-variants'
import { useHydrated } from '@/components/use-hydrated'
import { useJustOpened } from '@/components/use-just-opened'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/clear-confirmation'
import { Field } from '@/components/site/field'
import { Change, type ChangeFormProps, errorOf, HiddenFields } from './change-form'

/**
 * The form to erase the visitor's data from a booking. It asks for the e-mail address first, then for
 * confirmation.
 */
export function EraseForm({ call, state, form, pending }: ChangeFormProps) {
  const words = manage.erase
  const failed = errorOf(state, 'erase') ?? errorOf(state, 'erase-now')
  const toErase = state.status === 'confirm' ? state.entries : null
  return (
    <Change quiet title={words.title} open={failed !== null || toErase !== null}>
      {toErase ? (
        <form
          {...form}
          onSubmit={(event) => {
            // The saved confirmation has the visitor's address. It is deleted before the form is sent,
            // because the response may be lost.
            clearConfirmation(call.id)
            form.onSubmit(event)
          }}
          className="grid gap-4"
        >
          <HiddenFields call={call} intent="erase-now" />
          <input type="hidden" name="email" value={toErase.email} />
          {/* The pressed button is gone, and the focus with it. autoFocus is for posts without
              JavaScript. */}
          <h2 ref={focus} autoFocus tabIndex={-1} className="scroll-mt-24 text-title">
            {words.question}
          </h2>
          <p>{words.consequence}</p>
          {call.keptUntil && <p>{words.kept(call.keptUntil)}</p>}
          {/* At the edge opposite to the pressed button, wherever the page is scrolled to. */}
          <p className="flex flex-col items-end gap-3 sm:flex-row sm:justify-end">
            <a href={`${paths.manage}/${call.token}`} className={buttonVariants({ variant: 'outline' })}>
              {words.cancelLabel}
            </a>
            <EraseButton pending={pending} />
          </p>
        </form>
      ) : (
        <>
          <p className="text-muted-foreground">{words.hint}</p>
          <form {...form} className="grid gap-5">
            <HiddenFields call={call} intent="erase" />
            <Field
              name="email"
              label="Email"
              type="email"
              required
              autoComplete="email"
              defaultValue={failed?.entries.email}
              error={failed?.field === 'email' ? failed.message : undefined}
              autoFocus={failed?.field === 'email'}
            />
            <button
              type="submit"
              aria-disabled={pending}
              className={buttonVariants({ variant: 'outline', className: 'justify-self-start' })}
            >
              {words.button}
            </button>
          </form>
        </>
      )}
    </Change>
  )
}

// Outside the component, because React calls a new ref function on every render.
const focus = (heading: HTMLElement | null) => heading?.focus()

/**
 * The button that confirms the erasure. It is disabled for a moment after it appears; before hydration and
 * without JavaScript, CSS does that.
 */
function EraseButton({ pending }: { pending: boolean }) {
  const justOpened = useJustOpened()
  const hydrated = useHydrated()
  return (
    <button
      type="submit"
      disabled={hydrated && justOpened}
      aria-disabled={pending}
      className={buttonVariants({ variant: 'destructive', className: 'enabled-late' })}
    >
      {manage.erase.confirm}
    </button>
  )
}
