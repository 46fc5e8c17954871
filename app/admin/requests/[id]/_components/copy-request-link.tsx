'use client'

import { Button } from '@/components/ui/button'
import { requestPath } from '@/lib/paths'
import { copyText } from '../../../_components/copy-text'

export function CopyRequestLink({ id }: { id: string }) {
  return (
    <Button
      size="xs"
      variant="ghost"
      onClick={() => void copyText(location.origin + requestPath(id), 'Link copied')}
    >
      Copy link to this page
    </Button>
  )
}
