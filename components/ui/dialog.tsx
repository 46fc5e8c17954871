'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

export const Dialog = Primitive.Root

const placements = {
  middle:
    'text-sm transition-[opacity,translate] max-sm:max-h-[88svh] sm:top-1/2 sm:left-1/2 sm:max-h-[min(40rem,100dvh-4rem)] sm:w-[36rem] sm:-translate-1/2 sm:rounded-xl sm:border motion-safe:sm:starting:opacity-0',
  right:
    'overflow-y-auto transition-transform max-sm:max-h-[92svh] sm:inset-y-0 sm:right-0 sm:w-[27rem] sm:border-l motion-safe:sm:starting:translate-x-full',
}

/** People can still press toasts while it is open. */
export function DialogContent({
  placement = 'middle',
  className,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.Content> & { placement?: keyof typeof placements }) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 motion-safe:starting:opacity-0" />
      <Primitive.Content
        className={cn(
          'fixed z-40 flex flex-col border-border bg-card text-card-foreground shadow-xl outline-none',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-t',
          'duration-200 motion-safe:max-sm:starting:translate-y-full',
          placements[placement],
          className,
        )}
        onInteractOutside={(event) => {
          if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
            event.preventDefault()
        }}
        {...props}
      >
        {children}
        <Primitive.Close
          aria-label="Close"
          className="absolute top-3.5 right-3.5 grid size-9 place-items-center rounded-full text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <X aria-hidden className="size-4.5" />
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogTitle({ className, ...props }: React.ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn('font-semibold', className)} {...props} />
}
