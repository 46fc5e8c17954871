import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ActionButton } from '../../_components/action-button'

interface SentQuestionProps {
  effectOfYes: string
  pending: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks about the text that the admin copied or opened in a mail program. */
export function SentQuestion({ effectOfYes, pending, onYes, onNo }: SentQuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  // The form may end at the window's lower edge. Returns no value: React would take a browser's promise for a cleanup.
  useEffect(() => {
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={question} role="group" aria-label="Sent?" className="grid gap-2 rounded-lg bg-muted p-3">
      <p role="status">
        <b className="font-semibold">Sent?</b> {effectOfYes}
      </p>
      <div className="flex gap-2">
        <ActionButton size="sm" pending={pending} onClick={onYes}>
          Yes, it went out
        </ActionButton>
        <Button size="sm" variant="outline" onClick={onNo}>
          No
        </Button>
      </div>
    </div>
  )
}
