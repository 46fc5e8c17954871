'use client'

import { useEffect, useId, useRef } from 'react'

interface OutsideHoursProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asks whether a time outside the hours is meant. The yes gets the focus. */
export function OutsideHours({ checked, onChange }: OutsideHoursProps) {
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
        This time is outside your hours. Is that right?
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
        <span>Yes, outside our hours. Visitors are not offered this time, also later.</span>
      </label>
    </div>
  )
}
