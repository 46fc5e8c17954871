'use client'

import { ActionButton } from './action-button'
import type { ActionResult } from '../action-result'
import { useAdminAction } from './use-admin-action'

interface NoticeButtonProps<Item> extends Pick<
  React.ComponentProps<typeof ActionButton>,
  'aria-label' | 'children' | 'size' | 'variant'
> {
  action: (items: Item[]) => Promise<ActionResult>
  items: Item[]
  failure: string
  onResult?: (result: ActionResult) => void
}

/** Runs `action` with `items`, after which the notice disappears and the focus moves to `main`. */
export function NoticeButton<Item = string>({
  action,
  items,
  failure,
  onResult,
  ...props
}: NoticeButtonProps<Item>) {
  const { run, pending } = useAdminAction()
  return (
    <ActionButton
      size="xs"
      variant="outline"
      pending={pending}
      onClick={() =>
        run(() => action(items), {
          failure,
          onResult(result) {
            onResult?.(result)
            if ('message' in result) document.getElementById('main')?.focus({ preventScroll: true })
          },
        })
      }
      {...props}
    />
  )
}
