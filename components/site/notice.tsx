import { alertVariants } from '@/components/ui/alert-variants'

interface NoticeProps {
  ref: React.Ref<HTMLDivElement>
  state: { status: 'success' | 'error'; message: string; detail?: string }
  hidden: boolean
  className: string
  children: React.ReactNode
}

/** What a form's action says. Its page moves the focus here. */
export function Notice({ ref, state, hidden, className, children }: NoticeProps) {
  const isDone = state.status === 'success'
  return (
    <div
      ref={ref}
      // autoFocus is for a form posted without JavaScript.
      autoFocus
      tabIndex={-1}
      role={isDone ? 'status' : 'alert'}
      className={`scroll-mt-24 ${alertVariants({ variant: isDone ? 'default' : 'destructive' })} ${className} ${hidden ? 'invisible' : ''}`}
    >
      <p className="font-semibold">{state.message}</p>
      {state.detail && <p>{state.detail}</p>}
      {children}
    </div>
  )
}
