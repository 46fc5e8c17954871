'use client'

import { writeClipboard } from '@/lib/clipboard'
import type { ActionResult } from '../../../action-result'
import { RunButton } from '../../../_components/run-button'
import { copyVisitorLink } from '../../../visitor-link'
import { copyFailure } from '../../../_components/copy-text'

export function CopyVisitorLink({ id }: { id: string }) {
  async function copy(): Promise<ActionResult> {
    const result = await copyVisitorLink(id)
    if (result.kind !== 'done' || !result.copy) return result
    return (await writeClipboard(result.copy)) ? result : copyFailure(result.copy)
  }
  return (
    <RunButton
      size="xs"
      variant="ghost"
      className="-mr-2.5 text-brand"
      aria-label="Copy the visitor’s link"
      action={copy}
      options={{ failure: 'Failed to copy the link' }}
    >
      Copy
    </RunButton>
  )
}
