import type { useFormAction } from '@/components/use-form-action'
import type { Intent, ManageState } from '@/lib/booking/managed'
import type { ShownCall } from '../[token]/page'

/** What each of the page's forms gets. */
export interface ChangeFormProps {
  call: ShownCall
  state: ManageState
  form: ReturnType<typeof useFormAction<ManageState>>['form']
  pending: boolean
}

/** One thing to do, closed until it is wanted. It works without JavaScript. */
export function Change({
  title,
  open,
  id,
  children,
}: {
  title: string
  open: boolean
  id: string
  children: React.ReactNode
}) {
  return (
    <details id={id} open={open} className="change scroll-mt-24 border-b border-border">
      <summary>{title}</summary>
      <div className="grid max-w-xl gap-5 pb-7">{children}</div>
    </details>
  )
}

/** Which booking, as it was seen, and what to do with it. */
export function HiddenFields({ call, intent }: { call: ShownCall; intent: Intent }) {
  return (
    <>
      <input type="hidden" name="link" value={call.token} />
      <input type="hidden" name="seen" value={call.seen} />
      <input type="hidden" name="intent" value={intent} />
    </>
  )
}

/** The fault of a form's field, where the last try was this form's. */
export function faultOf(state: ManageState, intent: Intent) {
  return state.status === 'error' && state.intent === intent ? state : null
}
