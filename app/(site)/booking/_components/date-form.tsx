import { Field, SubmitButton } from '@/components/form'

interface DateFormProps {
  /** The path of the page that reads `?date=`. */
  action: string
  /** `YYYY-MM-DD`, like `first` and `last`, which limit it. */
  date: string
  first: string
  last: string
  className: string
  /** The other URL parameters that the form sends along. */
  keep?: Record<string, string | null>
}

/** A GET form works without JavaScript. */
export function DateForm({ action, date, first, last, className, keep = {} }: DateFormProps) {
  return (
    <form action={action} className={`items-end gap-3 ${className}`}>
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field name="date" label="Date" type="date" required min={first} max={last} defaultValue={date} />
      <SubmitButton variant="outline">Show times</SubmitButton>
    </form>
  )
}
