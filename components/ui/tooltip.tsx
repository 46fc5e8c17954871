'use client'

import { Tooltip as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

/** A hint while its trigger is hovered or focused. Never the only name of a control. */
export function Tooltip(props: React.ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root data-slot="tooltip" {...props} />
    </Primitive.Provider>
  )
}

export function TooltipTrigger(props: React.ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger data-slot="tooltip-trigger" {...props} />
}

export function TooltipContent({ className, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  return (
    // Inside <main>, because all content should be in a landmark.
    <Primitive.Portal container={globalThis.document?.querySelector('main')}>
      <Primitive.Content
        data-slot="tooltip-content"
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 max-w-72 rounded-md border border-transparent bg-foreground px-2 py-1 text-xs text-background',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}
