import type { RecurringSlot } from '@/lib/hours/slot'
import { ChoicePill } from '../_components/choice-pill'
import { describeFormCopy, type FormValues } from './form-values'

const choices = [
  { copy: 'adds', label: 'Add to what these days have' },
  { copy: 'replaces', label: 'Replace what these days have' },
] as const

export function CopyFields({
  values,
  recurring,
  onChange,
}: {
  values: FormValues
  recurring: RecurringSlot[]
  onChange: (values: FormValues) => void
}) {
  if (values.copy === null || values.kind !== 'recurring') return null
  const sentences = describeFormCopy(values, recurring)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">What the days have already</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ copy, label }) => (
          <ChoicePill
            key={copy}
            className="px-3"
            type="radio"
            name="copy"
            value={copy}
            checked={values.copy === copy}
            onChange={() => onChange({ ...values, copy })}
          >
            {label}
          </ChoicePill>
        ))}
      </div>
      <div role="status" className="mt-2.5 empty:hidden">
        {sentences.length > 0 && (
          <ul className="grid gap-1 border-l-2 border-border pl-3">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  )
}
