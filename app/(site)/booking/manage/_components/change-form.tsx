import type { useFormAction } from '@/components/use-form-action'
import type { Intent, ManageState } from '@/lib/manage/form'
import type { ShownCall } from './shown-call'

/** The props of each form on the page. */
export interface ChangeFormProps {
  call: ShownCall
  state: ManageState
  form: ReturnType<typeof useFormAction<ManageState>>['form']
  pending: boolean
}

/** A collapsed section with one form. It opens without JavaScript. `id` is for links to it. */
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
  /** True if it looks like a link instead of a row. */
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

/** The booking's token, the version that the page shows, and the intent of the form. */
export function HiddenFields({ call, intent }: { call: ShownCall; intent: Intent }) {
  return (
    <>
      <input type="hidden" name="token" value={call.token} />
      <input type="hidden" name="sequence" value={call.sequence} />
      <input type="hidden" name="intent" value={intent} />
    </>
  )
}

/** The error of the last submit if this form sent it; else null. */
export function errorOf(state: ManageState, intent: Intent) {
  return state.status === 'error' && state.intent === intent ? state : null
}
