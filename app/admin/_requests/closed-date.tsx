import { CalendarX2 } from 'lucide-react'

const WORDS = 'on a closed date'

export function ClosedDateWords() {
  return <span className="text-sm font-medium tracking-normal text-destructive">{WORDS}</span>
}

export function ClosedDateMark({ day }: { day: string }) {
  return (
    <span title={WORDS} className="text-destructive tabular-nums">
      <span>{day}</span>
      <CalendarX2 aria-hidden className="ml-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">{`, ${WORDS}`}</span>
    </span>
  )
}
