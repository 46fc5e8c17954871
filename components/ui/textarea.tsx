import { cn } from '@/lib/utils'
import { fieldVariants } from './field-variants'

/** A field of several lines that grows with its text where the browser can. */
function Textarea({ className, ...props }: React.ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(fieldVariants({ density: 'lines', className }))}
      {...props}
    />
  )
}

export { Textarea }
