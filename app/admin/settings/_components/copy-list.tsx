'use client'

import { Button } from '@/components/ui/button'
import { copyText } from '../../_components/copy-text'

/** Copies the list of samples, for whoever looks after the code. */
export function CopyList({ text }: { text: string }) {
  return (
    <Button variant="outline" size="sm" onClick={() => void copyText(text, 'List copied')}>
      Copy this list
    </Button>
  )
}
