import { Field, focusShown, SubmitButton } from '@/components/form'
import { buttonVariants } from '@/components/ui/button-variants'
import { useHydrated } from '@/components/use-hydrated'
import { useJustOpened } from '@/components/use-just-opened'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/clear-confirmation'
import { Change, ChangeForm, type ChangeFormProps, errorOf } from './change-form'

export function EraseForm(props: ChangeFormProps) {
  const { call, state, form } = props
  const words = manage.erase
  const failed = errorOf(state, 'erase') ?? errorOf(state, 'erase-now')
  const toErase = state.status === 'confirm' ? state.entries : null
  return (
    <Change quiet title={words.title} open={failed !== null || toErase !== null}>
      {toErase ? (
        <ChangeForm
          {...props}
          intent="erase-now"
          onSubmit={(event) => {
            // It has the visitor's address. Deleted first, because the response may be lost.
            clearConfirmation(call.id)
            form.onSubmit(event)
          }}
          className="grid gap-4"
        >
          <input type="hidden" name="email" value={toErase.email} />
          {/* The focus is lost with the pressed button. autoFocus is for posts without JavaScript. */}
          <h2 ref={focusShown} autoFocus tabIndex={-1} className="scroll-mt-24 text-title">
            {words.question}
          </h2>
          <p>{words.consequence}</p>
          {call.keptUntil && <p>{words.kept(call.keptUntil)}</p>}
          {/* At the edge opposite to the pressed button, wherever the page is scrolled to. */}
          <p className="flex flex-col items-end gap-3 sm:flex-row sm:justify-end">
            <a href={`${paths.manage}/${call.token}`} className={buttonVariants({ variant: 'outline' })}>
              {words.cancelLabel}
            </a>
            <EraseButton />
          </p>
        </ChangeForm>
      ) : (
        <>
          <p className="text-muted-foreground">{words.hint}</p>
          <ChangeForm {...props} intent="erase">
            <Field name="email" label="Email" type="email" required autoComplete="email" />
            <SubmitButton variant="outline" className="justify-self-start">
              {words.button}
            </SubmitButton>
          </ChangeForm>
        </>
      )}
    </Change>
  )
}

/** Disabled for a moment after it appears; before hydration and without JavaScript, CSS does that. */
function EraseButton() {
  const justOpened = useJustOpened()
  const hydrated = useHydrated()
  return (
    <SubmitButton disabled={hydrated && justOpened} variant="destructive" className="enabled-late">
      {manage.erase.confirm}
    </SubmitButton>
  )
}
