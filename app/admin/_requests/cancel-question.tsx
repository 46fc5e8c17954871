'use client'

import { Button } from '@/components/ui/button'
import { dateText, timeText } from '@/lib/availability/format'
import type { AdminRequest } from '@/lib/requests/request'
import { Question } from '../_components/question'

interface CancelQuestionProps {
  /** The bookings in question; none closes the question. */
  requests: AdminRequest[]
  /** Whether visitors read by mail what became of their call. */
  mailed: boolean
  onYes: () => void
  onClose: () => void
}

/** Asks before bookings are cancelled. */
export function CancelQuestion({ requests, mailed, onYes, onClose }: CancelQuestionProps) {
  const [first] = requests
  const many = requests.length > 1
  return (
    <Question
      open={requests.length > 0}
      title={many ? `Cancel ${requests.length} bookings?` : 'Cancel this booking?'}
      keep={many ? 'Keep bookings' : 'Keep booking'}
      yes={
        <Button variant="destructive" size="sm" onClick={onYes}>
          {many ? `Cancel ${requests.length} bookings` : 'Cancel booking'}
        </Button>
      }
      onClose={onClose}
    >
      {!many && first?.type === 'booking' && (
        <p>
          <bdi className="font-semibold">{first.name}</bdi>, {dateText(first.date)},{' '}
          <span className="whitespace-nowrap">{timeText(first.start_time, first.end_time)}</span>
        </p>
      )}
      <p>
        {many ? 'Their times' : 'The time'} can be booked by others at once.{' '}
        {mailed
          ? `${many ? 'They are' : 'The person is'} told by email in a minute, unless you undo it.`
          : `Nobody is told by email: write to ${many ? 'them' : 'the person'} yourself.`}
      </p>
    </Question>
  )
}
