'use client'

import { Button } from '@/components/ui/button'
import { copyText } from './copy-text'

interface CopyButtonProps extends React.ComponentProps<typeof Button> {
  text: string
  done: string
}

export function CopyButton({ text, done, ...props }: CopyButtonProps) {
  return <Button size="sm" variant="outline" {...props} onClick={() => void copyText(text, done)} />
}
