'use client'

import { useEffect, useId, useRef } from 'react'
import type { NotOffered } from '@/lib/requests/call-commands'

/** A time that is not offered, and whether the admin has said that it is meant. */
export interface OutsideAnswer {
  why: NotOffered
  agreed: boolean
}

interface OutsideHoursProps {
  why: NotOffered
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asks whether a time that is not offered is meant. The yes gets the focus. */
export function OutsideHours({ why, checked, onChange }: OutsideHoursProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const question = useId()
  return (
    <div
      role="group"
      aria-labelledby={question}
      className="grid gap-2 rounded-lg border border-border bg-muted px-3 py-2.5"
    >
      <p id={question} className="font-medium">
        {why === 'outside' ? (
          'This time is outside your hours.'
        ) : (
          <>
            This date is closed
            {why.closed && (
              <>
                : <bdi>{why.closed}</bdi>
              </>
            )}
            .
          </>
        )}{' '}
        Is that right?
      </p>
      <label className="flex items-start gap-2.5">
        <input
          ref={box}
          type="checkbox"
          required
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-primary"
        />
        <span>
          {why === 'outside'
            ? 'Yes, outside our hours. Visitors are not offered this time, also later.'
            : 'Yes, on a closed date. It stays closed for visitors.'}
        </span>
      </label>
    </div>
  )
}
