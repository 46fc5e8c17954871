import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { capitalize } from '@/lib/capitalize'
import { NativeSelect } from '@/components/ui/native-select'
import { orders, type ListAddress } from '@/lib/requests/address'

type Order = ListAddress['sort']

const names: Partial<Record<Order, string>> = {
  '-created': 'Newest',
  created: 'Oldest',
  date: 'Next call',
  '-date': 'Last call',
  turn: 'Most urgent',
  '-turn': 'Least urgent',
}

/** Named 'Newest', 'Name ↑'. */
export const orderOptions = orders.map((value) => ({
  value,
  label:
    names[value] ?? (value.startsWith('-') ? `${capitalize(value.slice(1))} ↓` : `${capitalize(value)} ↑`),
}))

/** For screens where the list has no headings. Very small screens show its icon alone: its text is transparent. */
export function SortOrder({ value, onChange }: { value: Order; onChange: (sort: Order) => void }) {
  return (
    <label className="relative flex max-[22rem]:w-9 lg:hidden">
      <span className="sr-only">Order</span>
      <ArrowDownUp
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2"
      />
      <NativeSelect
        density="dense"
        value={value}
        // `find`, because a select's value is any string.
        onChange={({ target }) => onChange(orders.find((order) => order === target.value) ?? value)}
        className="field-sizing-content w-full appearance-none px-8 font-medium max-[22rem]:px-0 max-[22rem]:text-transparent"
      >
        {orderOptions.map((option) => (
          <option key={option.value} value={option.value} className="text-foreground">
            {option.label}
          </option>
        ))}
      </NativeSelect>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted-foreground max-[22rem]:hidden"
      />
    </label>
  )
}
