import { use } from 'react'
import { FormContext } from '@/components/form'
import type { useFormAction } from '@/components/use-form-action'
import type { Intent, ManageState } from '@/lib/manage/form'
import type { ShownCall } from './shown-call'

export interface ChangeFormProps {
  call: ShownCall
  state: ManageState
  form: ReturnType<typeof useFormAction<ManageState>>['form']
  pending: boolean
}

/** Opens without JavaScript too. Links use `id` as their anchor. */
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

/** Also sends the version of the booking that the page shows. */
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

export function errorOf(state: ManageState, intent: Intent) {
  return state.status === 'error' && state.intent === intent ? state : null
}
