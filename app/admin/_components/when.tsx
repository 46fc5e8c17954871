import { cn } from '@/lib/utils'

/** A time, in red if late. */
export function When({ isLate, children }: { isLate: boolean; children: React.ReactNode }) {
  return (
    <span
      className={cn('whitespace-nowrap', isLate && 'font-medium text-destructive forced-colors:font-bold')}
    >
      {children}
    </span>
  )
}
