import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { useHydrated } from '@/components/use-hydrated'
import { weekdays } from '@/lib/hours/slot'
import { siteDates } from '@/lib/dates'
import { ChoicePill } from '../_components/choice-pill'
import type { FormValues } from './form-values'

interface DayFieldsProps {
  values: FormValues
  today: string
  invalid: string | undefined
  onChange: (values: FormValues) => void
}

const kinds = [
  { kind: 'recurring', label: 'Recurring' },
  { kind: 'one-off', label: 'One-off' },
] as const

export function DayFields({ values, today, invalid, onChange }: DayFieldsProps) {
  const locked = values.editing !== null
  // React would lose a press before hydration.
  const isDisabled = !useHydrated() || locked
  const toggle = (day: number) =>
    values.days.includes(day) ? values.days.filter((other) => other !== day) : [...values.days, day]
  return (
    <>
      <fieldset disabled={isDisabled}>
        <legend className="mb-1.5 font-medium">Type</legend>
        <div className="flex flex-wrap gap-1.5">
          {kinds.map(({ kind, label }) => (
            <ChoicePill
              key={kind}
              className="px-3"
              type="radio"
              name="kind"
              value={kind}
              checked={values.kind === kind}
              onChange={() => onChange({ ...values, kind })}
            >
              {label}
            </ChoicePill>
          ))}
        </div>
      </fieldset>
      {values.kind === 'recurring' ? (
        <fieldset disabled={isDisabled} className="relative max-w-96">
          <legend className="mb-1.5 font-medium">Days</legend>
          {!locked && (
            <Button
              size="xs"
              variant="ghost"
              className="absolute top-0 right-0 -mr-2.5 -translate-y-8 text-muted-foreground hover:text-foreground"
              onClick={() => onChange({ ...values, days: [0, 1, 2, 3, 4] })}
            >
              Mon–Fri
            </Button>
          )}
          <div className="grid grid-cols-7 gap-1">
            {weekdays.map((name, day) => (
              <ChoicePill
                key={name}
                type="checkbox"
                value={day}
                aria-label={name}
                aria-invalid={invalid === 'days' || undefined}
                checked={values.days.includes(day)}
                onChange={() => onChange({ ...values, days: toggle(day) })}
              >
                {name.slice(0, 3)}
              </ChoicePill>
            ))}
          </div>
        </fieldset>
      ) : (
        <label className="grid justify-items-start gap-1.5">
          <span className="font-medium">Date</span>
          <Input
            density="dense"
            type="date"
            min={today}
            max={siteDates(today).last}
            aria-invalid={invalid === 'date'}
            value={values.date}
            onChange={(event) => onChange({ ...values, date: event.target.value })}
          />
        </label>
      )}
    </>
  )
}
