import { cn } from '@/lib/utils'
import { fieldVariants } from './input'

/** A field of several lines that grows with its text where the browser can. */
function Textarea({ className, ...props }: React.ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(fieldVariants(), 'field-sizing-content min-h-28 py-2.5', className)}
      {...props}
    />
  )
}

export { Textarea }
