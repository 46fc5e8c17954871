import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { addDays } from '@/lib/dates'
import { paths } from '@/lib/paths'

/** Without JavaScript: another date's times, by an ordinary request. */
export function DateForm({ date, today }: { date: string; today: string }) {
  return (
    <form action={paths.booking} className="mt-8 hidden items-end gap-3 noscript:flex">
      <div>
        <label htmlFor="date" className="mb-1.5 block font-medium">
          Date
        </label>
        <Input id="date" type="date" name="date" required min={addDays(today, 1)} defaultValue={date} />
      </div>
      <Button type="submit" variant="outline">
        Show times
      </Button>
    </form>
  )
}
