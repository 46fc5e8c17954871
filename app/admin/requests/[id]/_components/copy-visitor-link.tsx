'use client'

import { writeClipboard } from '@/lib/clipboard'
import type { ActionResult } from '../../../action-result'
import { ActionButton } from '../../../_components/action-button'
import { useAdminAction } from '../../../_components/use-admin-action'
import { copyVisitorLink } from '../../../visitor-link'
import { copyFailure } from '../../../_components/copy-text'

/** Copies the link to the visitor's page of the booking. */
export function CopyVisitorLink({ id }: { id: string }) {
  const { run, pending } = useAdminAction()

  async function copy(): Promise<ActionResult> {
    const result = await copyVisitorLink(id)
    if (!('copy' in result) || !result.copy) return result
    return (await writeClipboard(result.copy)) ? result : copyFailure(result.copy)
  }
  return (
    <ActionButton
      size="xs"
      variant="ghost"
      className="-mr-2.5 text-brand"
      aria-label="Copy the visitor’s link"
      pending={pending}
      onClick={() => run(copy, { failure: 'Failed to copy the link' })}
    >
      Copy
    </ActionButton>
  )
}
