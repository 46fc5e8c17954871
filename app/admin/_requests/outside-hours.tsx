'use client'

import { useEffect, useRef } from 'react'

interface OutsideHoursProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The explicit yes to a time outside the hours. It gets the focus when it is asked for. */
export function OutsideHours({ checked, onChange }: OutsideHoursProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <label className="flex items-start gap-2.5 rounded-lg border border-border bg-muted px-3 py-2.5">
      <input
        ref={box}
        type="checkbox"
        required
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span>
        <span className="font-medium">Yes, outside our hours.</span> Visitors are not offered this time, also
        later.
      </span>
    </label>
  )
}
