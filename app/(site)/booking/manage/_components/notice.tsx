import { alertVariants } from '@/components/ui/alert-variants'
import type { ManageState } from '@/lib/manage/form'

interface NoticeProps {
  ref: React.Ref<HTMLDivElement>
  state: ManageState
  hidden: boolean
  children: React.ReactNode
}

/**
 * The result of the last submit, except an error of a field, which is shown at the field. It takes
 * the focus when it appears.
 */
export function Notice({ ref, state, hidden, children }: NoticeProps) {
  if (state.status !== 'success' && state.status !== 'error') return null
  const failed = state.status === 'error'
  const look = alertVariants({ variant: failed ? 'destructive' : 'default' })
  return (
    <div
      ref={ref}
      // For posts without JavaScript.
      autoFocus
      tabIndex={-1}
      role={failed ? 'alert' : 'status'}
      className={`mt-6 max-w-3xl scroll-mt-24 ${look} ${hidden ? 'invisible' : ''}`}
    >
      <p className="font-semibold">{state.message}</p>
      {state.detail && <p>{state.detail}</p>}
      {children}
    </div>
  )
}
