'use client'

import { useState } from 'react'
import type { Impact } from '@/lib/availability/impact'
import { dateText, timeText } from '@/lib/availability/format'
import { Question } from '../_components/question'

interface ImpactQuestionProps {
  title: string
  /** What else happens. */
  explain?: string
  impact: Impact
  /** The button that does it; left out where it cannot be done. */
  yes: React.ReactNode
  onClose: () => void
  /** The id of what gets the focus when that is gone. */
  focusAfter?: string
  /** Called when it has closed and the focus is back. */
  onClosed?: () => void
}

/** Asks before times go. It opens on the safe button and gives the focus back to what was pressed. */
export function ImpactQuestion({
  title,
  explain,
  impact,
  yes,
  focusAfter,
  onClose,
  onClosed,
}: ImpactQuestionProps) {
  const { isInUse } = impact
  // Radix gives the focus back to a trigger, and this is opened by state.
  const [pressed] = useState(() => document.activeElement)
  return (
    <Question
      title={isInUse ? title.replace(/^Delete (.*)\?$/, '$1 cannot be deleted') : title}
      keep={isInUse ? 'Close' : 'Keep as it is'}
      yes={!isInUse && yes}
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        const target = pressed?.isConnected ? pressed : document.getElementById(focusAfter ?? '')
        if (target instanceof HTMLElement) target.focus()
        onClosed?.()
      }}
    >
      {explain && !isInUse && <p>{explain}</p>}
      <ImpactNotice impact={impact} />
      {isInUse && <p>Take it off its weekdays instead: nobody can book it then.</p>}
    </Question>
  )
}

/** Names the bookings in the way of a change. */
function ImpactNotice({ impact: { bookings, total, isInUse } }: { impact: Impact }) {
  if (total === 0) return isInUse && <p>A booking was made on it, so it has to stay.</p>
  const stay = total === 1 ? 'It stays as it is' : 'They stay as they are'
  return (
    <div>
      <p>
        {total === 1 ? '1 booking is' : `${total} bookings are`} at{' '}
        {isInUse ? 'this time, so it has to stay.' : `these times. ${stay}; only new bookings stop.`}
      </p>
      <ul className="mt-2 grid gap-1 border-l-2 border-border pl-3">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <bdi className="font-semibold">{booking.name}</bdi>, {dateText(booking.date)},{' '}
            <span className="whitespace-nowrap">{timeText(booking.start, booking.end)}</span>
          </li>
        ))}
        {total > bookings.length && <li>and {total - bookings.length} more</li>}
      </ul>
    </div>
  )
}
