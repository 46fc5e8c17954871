'use client'

import { Popover as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

/** Rendered beside its button instead of in a portal. */
export const Popover = Primitive.Root

export const PopoverTrigger = Primitive.Trigger

export function PopoverContent({ className, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      sideOffset={6}
      collisionPadding={8}
      className={cn(
        'z-30 w-76 max-w-[calc(100vw-1rem)] rounded-xl border border-border bg-card p-4 text-sm text-card-foreground shadow-lg outline-none',
        className,
      )}
      {...props}
    />
  )
}
