import { cn } from '@/lib/utils'

/** Depth lines as on a sea chart, in the colour of the water they lie in. `className` places and sizes them. */
export function Contours({ className }: { className: string }) {
  return <div aria-hidden className={cn('contours pointer-events-none absolute', className)} />
}
