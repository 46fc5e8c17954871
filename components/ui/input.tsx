import { cn } from '@/lib/utils'

const field =
  'rounded-lg border border-input bg-card text-card-foreground placeholder:text-muted-foreground ' +
  'hover:border-foreground disabled:opacity-50 aria-invalid:border-2 aria-invalid:border-destructive'

const sizes = {
  /** 44 px high and as wide as its place. */
  roomy: 'w-full min-h-11 px-3.5 text-base',
  /** 36 px high and as wide as its content, for the admin's desk. */
  dense: 'min-h-9 px-2.5 text-sm',
} as const

type Sized = { density?: keyof typeof sizes }

/** A one-line field. `aria-invalid` draws the fault; say it in words too. */
export function Input({ density = 'roomy', className, ...props }: React.ComponentProps<'input'> & Sized) {
  return <input className={cn(field, sizes[density], className)} {...props} />
}

/** A field of several lines that grows with its text where the browser can. */
export function Textarea({ className, ...props }: React.ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(field, 'field-sizing-content min-h-28 w-full px-3.5 py-2.5 text-base', className)}
      {...props}
    />
  )
}

/** A native choice, in the dress of the fields. */
export function Select({ density = 'roomy', className, ...props }: React.ComponentProps<'select'> & Sized) {
  return <select className={cn(field, sizes[density], className)} {...props} />
}
