import { buttonVariants } from '@/components/ui/button-variants'
import { fieldVariants } from '@/components/ui/field-variants'

interface DateFormProps {
  /** The path of the page that shows the free times of the date in `?date=`. */
  action: string
  /** The page's date, and the first and last dates that visitors can select (`YYYY-MM-DD`). */
  date: string
  first: string
  last: string
  className: string
  /** The other URL parameters that the form sends along. */
  keep?: Record<string, string | null>
}

/** A GET form that selects another date. It works without JavaScript. */
export function DateForm({ action, date, first, last, className, keep = {} }: DateFormProps) {
  return (
    <form action={action} className={`items-end gap-3 ${className}`}>
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <div>
        <label htmlFor="date" className="mb-1.5 block font-medium">
          Date
        </label>
        <input
          id="date"
          type="date"
          name="date"
          required
          min={first}
          max={last}
          defaultValue={date}
          className={fieldVariants()}
        />
      </div>
      <button type="submit" className={buttonVariants({ variant: 'outline' })}>
        Show times
      </button>
    </form>
  )
}
