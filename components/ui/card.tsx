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

/** The card's heading; give it the level that fits the page. */
export function CardTitle({
  as: Heading = 'h2',
  className,
  ...props
}: React.ComponentProps<'h2'> & { as?: 'h1' | 'h2' | 'h3' }) {
  return <Heading className={cn('text-lg font-semibold tracking-tight', className)} {...props} />
}
