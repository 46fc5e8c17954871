'use client'

import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { cn } from '@/lib/utils'

/**
 * A modal dialog at the right edge of the page; on a phone it comes from below. Toasts stay pressable while
 * it is open.
 */
export function Sheet(props: React.ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root data-slot="sheet" {...props} />
}

export function SheetContent({
  className,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay
        data-slot="sheet-overlay"
        className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-200 motion-safe:starting:opacity-0"
      />
      <Primitive.Content
        data-slot="sheet-content"
        className={cn(
          'fixed z-40 flex flex-col overflow-y-auto border-border bg-card text-card-foreground shadow-xl outline-none',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92svh] max-sm:rounded-t-xl max-sm:border-t',
          'sm:inset-y-0 sm:right-0 sm:w-[27rem] sm:border-l',
          'transition-transform duration-200 motion-safe:max-sm:starting:translate-y-full motion-safe:sm:starting:translate-x-full',
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

export function SheetTitle({ className, ...props }: React.ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title data-slot="sheet-title" className={cn('font-semibold', className)} {...props} />
}
