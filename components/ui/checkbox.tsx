'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

/** `checked="indeterminate"`: some of several items are checked. Padding makes it easier to press. */
export function Checkbox({ className, ...props }: React.ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        'group grid size-4.5 shrink-0 place-items-center rounded-[0.3rem] border border-input bg-card',
        'hover:border-foreground disabled:cursor-default disabled:opacity-35 disabled:hover:border-input',
        'data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=checked]:text-brand-foreground',
        'data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand data-[state=indeterminate]:text-brand-foreground',
        'relative after:absolute after:-inset-2.5',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator>
        <Check aria-hidden className="size-3.5 group-data-[state=indeterminate]:hidden" strokeWidth={3} />
        <Minus aria-hidden className="size-3.5 group-data-[state=checked]:hidden" strokeWidth={3} />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
