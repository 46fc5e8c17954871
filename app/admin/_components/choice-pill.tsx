import { cn } from '@/lib/utils'

/** `className` goes to the label. */
export function ChoicePill({ children, className, ...input }: React.ComponentProps<'input'>) {
  return (
    <label
      className={cn(
        'relative inline-flex min-h-9 cursor-pointer items-center justify-center rounded-full border border-input text-sm font-medium hover:border-foreground has-checked:border-foreground has-checked:chosen has-checked:bg-foreground has-checked:text-background has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ring has-disabled:cursor-default has-disabled:opacity-60 has-aria-invalid:border-2 has-aria-invalid:border-destructive',
        className,
      )}
    >
      <input
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
        {...input}
      />
      {children}
    </label>
  )
}
