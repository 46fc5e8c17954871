import { use } from 'react'
import { FormContext } from '@/components/form'
import type { useFormAction } from '@/components/use-form-action'
import type { Intent, ManageState } from '@/lib/manage/form'
import type { ShownCall } from './shown-call'

/** The props that all forms on the booking's own page share. */
export interface ChangeFormProps {
  call: ShownCall
  state: ManageState
  form: ReturnType<typeof useFormAction<ManageState>>['form']
  pending: boolean
}

/**
 * A collapsed section with one form to change the booking. It opens without JavaScript too. Links use `id` as
 * their anchor.
 */
export function Change({
  title,
  open,
  id,
  quiet = false,
  children,
}: {
  title: string
  open: boolean
  id?: string
  /** True to render the section's title like a link instead of a row. */
  quiet?: boolean
  children: React.ReactNode
}) {
  return (
    <details
      id={id}
      open={open}
      className={`scroll-mt-24 ${quiet ? 'mt-6' : 'change border-b border-border'}`}
    >
      <summary className={quiet ? 'text-link text-muted-foreground' : undefined}>{title}</summary>
      <div className="grid max-w-xl gap-5 pb-7">{children}</div>
    </details>
  )
}

type FormProps = ChangeFormProps & Omit<React.ComponentProps<'form'>, 'action'> & { intent: Intent }

/**
 * A form that changes the booking. It also sends the booking's token, the version of the booking that the page
 * shows, and its intent.
 */
export function ChangeForm({ call, state, form, pending, intent, children, ...props }: FormProps) {
  const failed = errorOf(state, intent)
  const errors = failed?.field ? { [failed.field]: failed.message } : undefined
  return (
    <FormContext value={{ id: 'booking', pending, errors, entries: failed?.entries }}>
      <form className="grid gap-5" {...form} {...props}>
        <input type="hidden" name="token" value={call.token} />
        <input type="hidden" name="sequence" value={call.sequence} />
        <input type="hidden" name="intent" value={intent} />
        {children}
      </form>
    </FormContext>
  )
}

/** The error that stands above the times to choose from. */
export function TimeError() {
  const { errors } = use(FormContext)
  return (
    errors?.time && (
      <p role="alert" className="mb-2 font-medium text-destructive">
        {errors.time}
      </p>
    )
  )
}

/** The error of the last submit if the form with this intent sent it; else null. */
export function errorOf(state: ManageState, intent: Intent) {
  return state.status === 'error' && state.intent === intent ? state : null
}
