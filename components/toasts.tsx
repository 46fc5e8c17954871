'use client'

import { useSyncExternalStore } from 'react'
import { toast, Toaster } from 'sonner'
import './toasts.css'

/** An error stays until a person dismisses it; other toasts go by themselves. */
export interface Toast {
  tone: 'success' | 'error'
  /** By default 'Success' or 'Error'. */
  title?: string
  message: string
  /** The reason or the remedy, on a second line. */
  detail?: string
  /** A new toast replaces a visible one with the same id. */
  id?: string
  /** True if screen readers should not announce it, because the focus moves to the same text in the page. */
  silent?: boolean
  /** A press closes the toast unless `stays` is true. */
  action?: { label: string; onPress: () => void; stays?: boolean }
  cancel?: { label: string; onPress: () => void }
  /** In milliseconds, for a toast with a button. */
  duration?: number
  /** Also called if code dismisses the toast. */
  onDismiss?: () => void
}

/** The page must have `<Toasts>`. */
export function showToast({
  tone,
  title,
  message,
  detail,
  id,
  silent,
  action,
  cancel,
  duration = 12_000,
  onDismiss,
}: Toast): void {
  const description = (
    <span aria-hidden={silent}>
      <span className="block">{message}</span>
      {detail && <span className="block">{detail}</span>}
    </span>
  )
  const press = (event: React.MouseEvent) => {
    if (action?.stays) event.preventDefault()
    else returnFocus()
    action?.onPress()
  }
  const dismiss = () => {
    returnFocus()
    onDismiss?.()
  }
  const pressCancel = () => {
    returnFocus()
    cancel?.onPress()
  }
  const button = (action ?? cancel) && {
    action: action && { label: action.label, onClick: press },
    cancel: cancel && { label: cancel.label, onClick: pressCancel },
  }
  if (tone === 'error')
    toast.error(title ?? 'Error', {
      description,
      duration: Infinity,
      onDismiss: dismiss,
      id,
      ...button,
    })
  else
    toast.success(<span aria-hidden={silent}>{title ?? 'Success'}</span>, {
      description,
      onDismiss: dismiss,
      id,
      // Without a close button, because a screen reader would announce it.
      ...(silent && { closeButton: false }),
      ...(button && { ...button, duration }),
    })
}

/** Makes Sonner return the focus now. Its own late return would close a menu opened meanwhile. */
function returnFocus(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.closest('[data-sonner-toaster]')) focused.blur()
}

export function dismissToast(id: string): void {
  toast.dismiss(id)
}

const look = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
  fontFamily: 'inherit',
  // Moves the close button to the end of the line.
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
} as React.CSSProperties

// Screens on which a toast and an open request do not fit side by side.
const narrow = '(width < 56rem)'

function listen(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** At the left, and on a narrow screen at the top, so that they never cover an open request's buttons. */
export function Toasts() {
  const isNarrow = useSyncExternalStore(
    listen,
    () => matchMedia(narrow).matches,
    () => false,
  )
  return (
    <Toaster
      position={isNarrow ? 'top-left' : 'bottom-left'}
      mobileOffset={{ top: 12, left: 12 }}
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
