'use client'

import { AlertDialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { cn } from '@/lib/utils'

/** It opens with the focus on `AlertDialogCancel`, and Escape cancels. */
export const AlertDialog = Primitive.Root

// Stored at the press: when a dialog opens, its menu may be gone, and Safari focuses no pressed button.
let pressed: DOMRect | undefined
if (typeof document !== 'undefined') {
  const remember = ({ target }: MouseEvent) => {
    pressed =
      target instanceof Element
        ? target.closest('button, [role=menuitem]')?.getBoundingClientRect()
        : undefined
  }
  document.addEventListener('click', remember, true)
}

const GAP = 8

/** Moves a dialog whose confirming button, the last one, would appear under the pointer that opened it. */
function keepOffPress(content: HTMLElement | null): void {
  const button = content
    ?.querySelector('[data-slot=alert-dialog-footer] > :last-child')
    ?.getBoundingClientRect()
  if (!content || !button || !pressed) return
  if (button.right <= pressed.left || pressed.right <= button.left) return
  const [up, down] = [button.bottom - pressed.top + GAP, pressed.bottom - button.top + GAP]
  if (up > 0 && down > 0) content.style.marginTop = `${up < down ? -up : down}px`
}

/** Its maximum height leaves room for {@link keepOffPress}. */
export function AlertDialogContent({ className, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  const focusedBefore = useRef<HTMLElement | null>(null)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 bg-black/60 transition-opacity duration-150 motion-safe:starting:opacity-0" />
      <Primitive.Content
        ref={keepOffPress}
        className={cn(
          'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-8rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 gap-4 overflow-y-auto rounded-xl',
          'border border-border bg-card p-6 text-sm text-card-foreground shadow-xl outline-none',
          className,
        )}
        onOpenAutoFocus={() => {
          focusedBefore.current =
            document.activeElement instanceof HTMLElement ? document.activeElement : null
        }}
        onCloseAutoFocus={(event) => {
          // Radix returns the focus only to a trigger, and these dialogs have none: state opens them.
          event.preventDefault()
          focusedBefore.current?.focus({ preventScroll: true })
        }}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function AlertDialogTitle({ className, ...props }: React.ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title
      className={cn('text-lg leading-snug font-semibold tracking-tight', className)}
      {...props}
    />
  )
}

export const AlertDialogDescription = Primitive.Description

/** Sticky positions count from inside the dialog's padding, so `-bottom-6` makes the footer cover it. */
export function AlertDialogFooter({ className, ...props }: React.ComponentProps<'div'>) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn(
        '-bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 bg-card px-6 pt-2 pb-6 [@media(height>=30rem)]:sticky',
        className,
      )}
      {...props}
    />
  )
}

export const AlertDialogCancel = Primitive.Cancel
