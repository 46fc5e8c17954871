import { useEffect, useRef } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { forgetCall, keepCall, type KeptCall } from '@/lib/booking/kept-calls'
import { manage } from '@/lib/content/manage'
import { paths } from '@/lib/paths'
import { clearConfirmation } from '../../_components/confirmation'
import { Field } from '../../_components/field'
import { Change, type ChangeFormProps, errorOf, HiddenFields } from './change-form'

/** Erases the visitor's data from this booking. Asks for the e-mail address first, then for confirmation. */
export function EraseForm({ call, state, form, pending }: ChangeFormProps) {
  const words = manage.erase
  const failed = errorOf(state, 'erase') ?? errorOf(state, 'erase-now')
  const asked = state.status === 'asked' ? state.entries : null
  const kept = useRef<KeptCall>(undefined)
  useEffect(() => {
    if (failed && kept.current) keepCall(kept.current)
  }, [failed])
  return (
    <Change id="erase" title={words.title} open={failed !== null || asked !== null}>
      {asked ? (
        <form
          {...form}
          onSubmit={(event) => {
            // Here and not after the response: a success redirects to another page.
            clearConfirmation()
            kept.current = forgetCall(`${paths.manage}/${call.token}`)
            form.onSubmit(event)
          }}
          className="grid gap-4"
        >
          <HiddenFields call={call} intent="erase-now" />
          <input type="hidden" name="email" value={asked.email} />
          <h2 className="text-title">{words.question}</h2>
          <p>{words.consequence}</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="submit"
              // The button that was pressed is gone, and the focus with it.
              autoFocus
              aria-disabled={pending}
              className={buttonVariants({ variant: 'destructive' })}
            >
              {words.yes}
            </button>
            <a href={`${paths.manage}/${call.token}`} className={buttonVariants({ variant: 'outline' })}>
              {words.no}
            </a>
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
