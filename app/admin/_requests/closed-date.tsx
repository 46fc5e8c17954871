import { CalendarX2 } from 'lucide-react'

const WORDS = 'on a closed date'

export function ClosedDateWords() {
  return <span className="text-sm font-medium tracking-normal text-destructive">{WORDS}</span>
}

export function ClosedDateMark({ day }: { day: string }) {
  return (
    <span title={WORDS} className="text-destructive tabular-nums">
      <CalendarX2 aria-hidden className="mr-0.5 inline size-3 align-[-0.0625em]" />
      <span>{day}</span>
      <span className="sr-only">{`, ${WORDS}`}</span>
    </span>
  )
}
