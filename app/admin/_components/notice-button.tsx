'use client'

import { useRef } from 'react'
import type { ActionResult } from '../action-result'
import { RunButton } from './run-button'

interface NoticeButtonProps<Item> extends Pick<
  React.ComponentProps<typeof RunButton>,
  'aria-label' | 'children' | 'size' | 'variant'
> {
  action: (items: Item[]) => Promise<ActionResult>
  items: Item[]
  failure: string
  onResult?: (result: ActionResult) => void
}

/**
 * A button in a notice. Runs `action` with `items`; success removes the notice, so the focus moves to the next
 * one in its list, or to `main`.
 */
export function NoticeButton<Item = string>({
  action,
  items,
  failure,
  onResult,
  ...props
}: NoticeButtonProps<Item>) {
  const pressed = useRef<Element | null>(null)
  return (
    <RunButton
      size="xs"
      variant="outline"
      action={() => action(items)}
      options={{
        failure,
        onStart() {
          pressed.current = document.activeElement
        },
        onResult(result) {
          onResult?.(result)
          // Whoever works elsewhere by now keeps the focus there.
          if (result.kind !== 'done' || document.activeElement !== pressed.current) return
          const next = document.activeElement?.closest('li')?.nextElementSibling?.querySelector('button')
          const focused = next ?? document.getElementById('main')
          focused?.focus({ preventScroll: true })
        },
      }}
      {...props}
    />
  )
}
