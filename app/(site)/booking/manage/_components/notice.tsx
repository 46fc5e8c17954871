import { alertVariants } from '@/components/ui/alert-variants'
import type { ManageState } from '@/lib/manage/form'

interface NoticeProps {
  ref: React.Ref<HTMLDivElement>
  state: ManageState
  hidden: boolean
  children: React.ReactNode
}

/**
 * The error of the last submit. It takes the focus when it appears. The page shows a field's error at the
 * field, and a success in its title.
 */
export function Notice({ ref, state, hidden, children }: NoticeProps) {
  if (state.status !== 'error') return null
  return (
    <div
      ref={ref}
      // autoFocus is for a form posted without JavaScript.
      autoFocus
      tabIndex={-1}
      role="alert"
      className={`mt-6 max-w-3xl scroll-mt-24 ${alertVariants({ variant: 'destructive' })} ${hidden ? 'invisible' : ''}`}
    >
      <p className="font-semibold">{state.message}</p>
      {state.detail && <p>{state.detail}</p>}
      {children}
    </div>
  )
}
