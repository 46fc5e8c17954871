'use client'

import { ActionButton } from './action-button'
import type { ActionResult } from '../action-result'
import { type RunOptions, useAdminAction } from './use-admin-action'

interface NoticeButtonProps<Item> extends Pick<
  React.ComponentProps<typeof ActionButton>,
  'aria-label' | 'children' | 'size' | 'variant'
> {
  /** The action; `ids` is its argument, either ids or the calls as shown. */
  action: (ids: Item[]) => Promise<ActionResult>
  ids: Item[]
  failure: string
  onResult?: (result: ActionResult) => void
  onUndo?: RunOptions['onUndo']
}

/** A button that resolves a notice. The notice disappears, so the focus moves to the page's content. */
export function NoticeButton<Item = string>({
  action,
  ids,
  failure,
  onResult,
  onUndo,
  ...props
}: NoticeButtonProps<Item>) {
  const { run, pending } = useAdminAction()
  return (
    <ActionButton
      size="xs"
      variant="outline"
      pending={pending}
      onClick={() =>
        run(() => action(ids), {
          failure,
          onUndo,
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
