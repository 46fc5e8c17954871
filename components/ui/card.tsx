import { cn } from '@/lib/utils'

/** A raised sheet. Only where things lie side by side; most sections do without. */
export function Card({ className, ...props }: React.ComponentProps<'div'>) {
  return (
    <div
      className={cn('rounded-xl border border-border bg-card text-card-foreground', className)}
      {...props}
    />
  )
}
