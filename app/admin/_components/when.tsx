import { cn } from '@/lib/utils'

export function When({ isLate, children }: { isLate: boolean; children: React.ReactNode }) {
  return (
    <span
      className={cn('whitespace-nowrap', isLate && 'font-medium text-destructive forced-colors:font-bold')}
    >
      {children}
    </span>
  )
}
