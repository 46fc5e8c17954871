'use client'

import { Button } from '@/components/ui/button'
import type { ActionResult } from '../action-result'
import { useAdminAction } from '../_components/use-admin-action'

interface NoticeButtonProps extends Pick<React.ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The action, and the ids that it is called with. */
  action: (ids: string[]) => Promise<ActionResult>
  ids: string[]
  failure: string
}

/**
 * A button that resolves a notice. The notice disappears, so the focus goes to the page's content.
 */
export function NoticeButton({ action, ids, failure, ...props }: NoticeButtonProps) {
  const { run, pending } = useAdminAction()
  return (
    <Button
      size="xs"
      variant="outline"
      aria-disabled={pending}
      onClick={() =>
        run(() => action(ids), {
          failure,
          onResult: ({ status }) =>
            status === 'success' && document.getElementById('main')?.focus({ preventScroll: true }),
        })
      }
      {...props}
    />
  )
}
