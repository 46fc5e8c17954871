'use client'

import { useState } from 'react'
import type { Impact } from '@/lib/availability/impact'
import { formatDate, formatTimeRange } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { ConfirmDialog } from '../_components/confirm-dialog'

interface ImpactDialogProps {
  title: string
  /** Other effects, as a sentence. */
  explain?: string
  impact: Impact
  /** The confirming button; nothing when the change cannot be made. */
  confirm: React.ReactNode
  onClose: () => void
  /** The id of the element that gets the focus if the pressed one is removed. */
  focusAfter?: string
  /** Called when it has closed and the focus is back. */
  onClosed?: () => void
}

/**
 * Asks before times are removed. It opens with the focus on the cancel button, and gives the focus
 * back to what was pressed.
 */
export function ImpactDialog({
  title,
  explain,
  impact,
  confirm,
  focusAfter,
  onClose,
  onClosed,
}: ImpactDialogProps) {
  const { isInUse } = impact
  // Radix returns the focus only to a trigger, and this dialog is opened by state.
  const [pressed] = useState(() => document.activeElement)
  return (
    <ConfirmDialog
      title={isInUse ? title.replace(/^Delete (.*)\?$/, '$1 cannot be deleted') : title}
      cancelLabel={isInUse ? 'Close' : 'Keep as it is'}
      confirm={!isInUse && confirm}
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
    </ConfirmDialog>
  )
}

/** Lists the bookings that a change affects, each a link to it. */
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
            {/* In a new tab, so that the dialog stays open. */}
            <a
              href={`${paths.admin}?id=${booking.id}`}
              target="_blank"
              title="Opens in a new tab"
              className="font-semibold text-brand underline underline-offset-3"
            >
              <bdi>{booking.name}</bdi>
            </a>
            , {formatDate(booking.date)},{' '}
            <span className="whitespace-nowrap">{formatTimeRange(booking.start_time, booking.end_time)}</span>
          </li>
        ))}
        {total > bookings.length && <li>and {total - bookings.length} more</li>}
      </ul>
    </div>
  )
}
