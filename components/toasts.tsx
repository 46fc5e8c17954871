'use client'

import { toast, Toaster } from 'sonner'
import './toasts.css'

/** A toast. An error stays until it is dismissed. */
export interface Toast {
  tone: 'success' | 'error'
  title: string
  message: string
  /** A second line: the reason, or what to do. */
  detail?: string
  /** Replaces a toast with the same id that is still shown. */
  id?: string
  /** A button in the toast. */
  action?: { label: string; onPress: () => void }
}

/** Shows a toast. The page must have `<Toasts>`. */
export function showToast({ tone, title, message, detail, id, action }: Toast): void {
  const description = (
    <>
      <span className="block">{message}</span>
      {detail && <span className="block">{detail}</span>}
    </>
  )
  if (tone === 'error') toast.error(title, { description, duration: Infinity, ...(id && { id }) })
  else
    toast.success(title, {
      description,
      ...(action && { action: { label: action.label, onClick: action.onPress }, duration: 12_000 }),
    })
}

/** Dismisses a toast that is no longer true. */
export function dismissToast(id: string): void {
  toast.dismiss(id)
}

const look = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
  fontFamily: 'inherit',
  // The close button at the end of the line.
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
} as React.CSSProperties

/** Shows the messages; one a page. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      duration={6_000}
      closeButton
      theme="system"
      style={look}
      toastOptions={{
        classNames: { toast: 'toast', error: 'toast-error', success: 'toast-success' },
      }}
    />
  )
}
