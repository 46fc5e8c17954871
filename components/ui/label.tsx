import { cn } from '@/lib/utils'

/** A field's label. With `optional` it says so in words. */
export function Label({
  className,
  optional = false,
  children,
  ...props
}: React.ComponentProps<'label'> & { optional?: boolean }) {
  return (
    <label className={cn('mb-1.5 block font-medium', className)} {...props}>
      {children}
      {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
    </label>
  )
}
