import { cn } from '@/lib/utils'

const tones = {
  error: 'border-destructive bg-status-red text-status-red-foreground',
  success: 'border-status-green-foreground bg-status-green text-status-green-foreground',
  note: 'border-input bg-muted text-foreground',
} as const

/** A message in the flow of the page. An error is announced at once (`role="alert"`), the others politely. */
export function Alert({
  tone = 'note',
  className,
  ...props
}: React.ComponentProps<'div'> & { tone?: keyof typeof tones }) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn('rounded-lg border-l-4 px-4 py-3', tones[tone], className)}
      {...props}
    />
  )
}
