import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ActionButton } from '../../_components/action-button'

interface SentQuestionProps {
  /** The effect of Yes, from `describeYes`. */
  words: string
  pending: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks about the text that the admin opened in a mail program or copied. */
export function SentQuestion({ words, pending, onYes, onNo }: SentQuestionProps) {
  const question = useRef<HTMLDivElement>(null)
  // The form may end at the window's lower edge. Some browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    question.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={question} role="group" aria-label="Sent?" className="grid gap-2 rounded-lg bg-muted p-3">
      <p role="status">
        <b className="font-semibold">Sent?</b> {words}
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
