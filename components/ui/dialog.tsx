'use client'

import { useEffect, useId, useRef } from 'react'
import { cn } from '@/lib/utils'

type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  children: React.ReactNode
  className?: string
}

/**
 * A modal on the native `dialog`: the browser keeps the focus inside, gives it back and closes on Escape.
 * `onClose` is called however it closes; the parent then sets `open` to false. A click on the backdrop closes.
 */
export function Dialog({ title, open, onClose, children, className }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) ref.current.close()
      }}
      className={cn(
        'm-auto w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-border bg-card p-0 text-card-foreground',
        'backdrop:bg-[oklch(0.2_0.02_222/0.6)]',
        className,
      )}
    >
      <div className="p-6">
        <h2 id={titleId} className="mb-4 text-xl font-semibold tracking-tight">
          {title}
        </h2>
        {open && children}
      </div>
    </dialog>
  )
}
