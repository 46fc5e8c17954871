import { cn } from '@/lib/utils'

const field =
  'w-full rounded-lg border border-input bg-card px-3.5 text-base text-card-foreground placeholder:text-muted-foreground ' +
  'hover:border-foreground disabled:opacity-50 aria-invalid:border-2 aria-invalid:border-destructive'

/** A one-line field, 44 px high. `aria-invalid` draws the fault; say it in words too. */
export function Input({ className, ...props }: React.ComponentProps<'input'>) {
  return <input className={cn(field, 'min-h-11', className)} {...props} />
}

/** A field of several lines that grows with its text where the browser can. */
export function Textarea({ className, ...props }: React.ComponentProps<'textarea'>) {
  return <textarea className={cn(field, 'field-sizing-content min-h-28 py-2.5', className)} {...props} />
}

/** A native choice, in the dress of the fields. */
export function Select({ className, ...props }: React.ComponentProps<'select'>) {
  return <select className={cn(field, 'min-h-11', className)} {...props} />
}
