import { alertVariants } from '@/components/ui/alert-variants'
import type { ManageState } from '@/lib/manage/form'

interface NoticeProps {
  ref: React.Ref<HTMLDivElement>
  state: ManageState
  hidden: boolean
  children: React.ReactNode
}

/** Takes the focus when it appears. A field shows its own error, and the page's title a success. */
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
