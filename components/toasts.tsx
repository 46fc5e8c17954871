'use client'

import { useSyncExternalStore } from 'react'
import { toast, Toaster } from 'sonner'
import './toasts.css'

/** A toast. An error stays until it is dismissed. */
export interface Toast {
  tone: 'success' | 'error'
  /** 'Success' or 'Error' by default. */
  title?: string
  message: string
  /** A second line: the reason, or what to do. */
  detail?: string
  /** Replaces a toast with the same id that is still shown. */
  id?: string
  /** Whether it is not announced, because the focus moves to the same text in the page. */
  silent?: boolean
  /** A button in the toast, which closes it unless it `stays`. */
  action?: { label: string; onPress: () => void; stays?: boolean }
  /** A second button beside it, which closes it. */
  cancel?: { label: string; onPress: () => void }
  /** Runs when somebody closes it, or it is dismissed. */
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
      // Otherwise the close button would be announced.
      ...(silent && { closeButton: false }),
      ...(button && { ...button, duration: 12_000 }),
    })
}

/**
 * Sonner gives the focus back when a toast loses it. It does so now, not when the toast is gone: by
 * then somebody may have opened a menu, which would close.
 */
function returnFocus(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.closest('[data-sonner-toaster]')) focused.blur()
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

// Where a toast and an open request do not fit side by side.
const narrow = '(width < 56rem)'

function listen(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/**
 * Shows the toasts; use it once per page. They cover no button of an open request, which is on the
 * right: they are at the bottom left or, on a narrow screen, at the top, beside the corner with the
 * button that closes or opens something.
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
