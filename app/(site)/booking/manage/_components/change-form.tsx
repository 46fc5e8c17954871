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

/**
 * Hidden fields: the booking's token, the version of the booking that the page shows, and the form's intent.
 */
export function HiddenFields({ call, intent }: { call: ShownCall; intent: Intent }) {
  return (
    <>
      <input type="hidden" name="token" value={call.token} />
      <input type="hidden" name="sequence" value={call.sequence} />
      <input type="hidden" name="intent" value={intent} />
    </>
  )
}

/** The error of the last submit if the form with this intent sent it; else null. */
export function errorOf(state: ManageState, intent: Intent) {
  return state.status === 'error' && state.intent === intent ? state : null
}
