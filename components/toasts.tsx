'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'

/** A message at the edge of the page. An error stays until it is dismissed. */
export interface Toast {
  tone: 'success' | 'error'
  title: string
  message: string
  /** A second line: the reason, or what to do. */
  detail?: string
  /** A message of the same id that is still there is replaced: for what nobody asked for, and may fail again by itself. */
  id?: string
}

const Shelf = lazy(() => import('sonner').then(({ Toaster }) => ({ default: Toaster })))
const listeners = new Set<() => void>()
let wanted = false

/** Shows a message on a page that has `<Toasts>`. The library is fetched with the first one. */
export function showToast({ tone, title, message, detail, id }: Toast): void {
  wanted = true
  for (const listener of listeners) listener()
  const description = (
    <>
      <span className="block">{message}</span>
      {detail && <span className="block">{detail}</span>}
    </>
  )
  void import('sonner').then(({ toast }) =>
    tone === 'error'
      ? toast.error(title, { description, duration: Infinity, ...(id && { id }) })
      : toast.success(title, { description }),
  )
}

const closeAtTheEnd = {
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
} as React.CSSProperties

/** The place where messages appear. */
export function Toasts() {
  const needed = useSyncExternalStore(subscribe, () => wanted, never)
  if (!needed) return null
  return (
    <Suspense>
      <Shelf
        position="bottom-right"
        duration={6_000}
        closeButton
        style={closeAtTheEnd}
        toastOptions={{
          classNames: {
            toast: 'rounded-lg! border-border! bg-card! font-sans! text-card-foreground! shadow-lg!',
            title: 'text-sm! font-semibold!',
            description: 'text-sm! text-muted-foreground!',
            error: 'border-l-4! border-l-destructive! [&_[data-icon]]:text-destructive',
            success:
              'border-l-4! border-l-status-green-foreground! [&_[data-icon]]:text-status-green-foreground',
            closeButton: 'size-6! border-border! bg-card! text-card-foreground!',
          },
        }}
      />
    </Suspense>
  )
}

const never = () => false
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
