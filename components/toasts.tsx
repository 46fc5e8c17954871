'use client'

import { useSyncExternalStore } from 'react'
import { toast, Toaster } from 'sonner'
import './toasts.css'

/** A toast. A person must dismiss an error; other toasts go by themselves. */
export interface Toast {
  tone: 'success' | 'error'
  /** The title; by default 'Success' or 'Error'. */
  title?: string
  message: string
  /** A second line with the reason or the remedy. */
  detail?: string
  /** A new toast replaces a visible one with the same id. */
  id?: string
  /**
   * True if screen readers should not announce the toast, because the focus moves to the same text in the
   * page.
   */
  silent?: boolean
  /** A button in the toast. A press closes the toast unless `stays` is true. */
  action?: { label: string; onPress: () => void; stays?: boolean }
  /** A second button, beside `action`. A press closes the toast. */
  cancel?: { label: string; onPress: () => void }
  /** How long a toast with a button stands, in milliseconds, if not 12 seconds. */
  duration?: number
  /** Called after a person or code has dismissed the toast. */
  onDismiss?: () => void
}

/** Shows a toast. The page must have `<Toasts>`. */
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

/**
 * Makes Sonner return the focus now. A return after the toast is gone would close a menu opened meanwhile.
 */
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
  // Sonner's variables for the close button: moves it to the end of the line.
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

/**
 * Shows the toasts; use it once per page. They must not cover the buttons of an open request, which is on the
 * right: so they are at the bottom left; on a narrow screen at the top, beside the button in the corner.
 */
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
