'use client'

import { Popover as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

/** A panel that a button opens beside it. It is rendered beside its button instead of in a portal. */
export function Popover(props: React.ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root data-slot="popover" {...props} />
}

export function PopoverTrigger(props: React.ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger data-slot="popover-trigger" {...props} />
}

export function PopoverContent({ className, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      data-slot="popover-content"
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
