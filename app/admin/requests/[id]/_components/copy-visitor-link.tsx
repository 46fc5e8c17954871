'use client'

import { writeClipboard } from '@/lib/clipboard'
import type { ActionResult } from '../../../action-result'
import { ActionButton } from '../../../_components/action-button'
import { useAdminAction } from '../../../_components/use-admin-action'
import { copyLink } from '../../../visitor-link'
import { notCopied } from '../../../_components/copy-text'

/** Copies the link to the booking's own page, for a visitor who has lost it. */
export function CopyVisitorLink({ id }: { id: string }) {
  const { run, pending } = useAdminAction()

  async function copy(): Promise<ActionResult> {
    const result = await copyLink(id)
    if (!('copy' in result) || !result.copy) return result
    return (await writeClipboard(result.copy)) ? result : notCopied(result.copy)
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
