import { ListFilter } from 'lucide-react'
import { useId } from 'react'
import { capitalize } from '@/lib/capitalize'
import { Button } from '@/components/ui/button'
import { NativeSelect } from '@/components/ui/native-select'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { filters, isFiltered, type ListAddress, withoutFilters } from '@/lib/requests/address'
import { cn } from '@/lib/utils'
import { outcomeNames } from '../labels'
import { orderOptions } from './sort-order'

const choices = [
  { key: 'type', label: 'Type', all: 'All types', values: filters.type },
  { key: 'status', label: 'Status', all: 'All statuses', values: filters.status },
  { key: 'owner', label: 'Who answers', all: 'Anybody’s', values: ['mine'] },
  { key: 'outcome', label: 'Outcome', all: 'All outcomes', values: filters.outcome },
] as const
const names: Record<string, string | undefined> = {
  ...{ booking: 'Bookings', inquiry: 'Inquiries', undecided: 'Not said yet' },
  ...outcomeNames,
}

/** Below 1280 px also the sort order, because the table has no heading for Email. */
export function Filter({
  address,
  onAddress,
}: {
  address: ListAddress
  onAddress: (address: ListAddress) => void
}) {
  const narrow = (change: Partial<ListAddress>) => onAddress({ ...address, ...change, page: 1 })
  const set = [address.type, address.status, address.owner, address.outcome].filter(Boolean).length
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          size="sm"
          variant={set > 0 ? 'secondary' : 'outline'}
          className={cn('rounded-lg', set === 0 && 'bg-card')}
        >
          <ListFilter aria-hidden className="size-4" />
          <span className="max-sm:sr-only">Filter</span>
          {set > 0 && <span className="tabular-nums">{set}</span>}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Filter" className="grid gap-2">
        {choices.map(({ key, label, all, values }) => (
          <Choice
            key={key}
            label={label}
            value={address[key]}
            options={[
              { value: null, label: all },
              ...values.map((value) => ({ value, label: names[value] ?? capitalize(value) })),
            ]}
            onChange={(value) => narrow({ [key]: value } as Partial<ListAddress>)}
          />
        ))}
        <div className="max-lg:hidden xl:hidden">
          <Choice
            label="Order"
            value={address.sort}
            options={orderOptions}
            onChange={(sort) => narrow({ sort })}
          />
        </div>
        {isFiltered(address) && (
          <Button
            size="xs"
            variant="ghost"
            className="-ml-2.5 justify-self-start text-brand"
            onClick={() => onAddress(withoutFilters(address))}
          >
            Clear the filter
          </Button>
        )}
      </PopoverContent>
    </Popover>
  )
}

interface ChoiceProps<Value> {
  label: string
  value: Value
  options: { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** The label is bold while the choice narrows the list. */
function Choice<Value extends string | null>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const field = useId()
  const isSet = value !== null && options.some((option) => option.value === null)
  return (
    <div className="grid grid-cols-[6rem_1fr] items-center gap-2">
      <label htmlFor={field} className={cn(isSet ? 'font-semibold' : 'text-muted-foreground')}>
        {label}
      </label>
      <NativeSelect
        id={field}
        density="dense"
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => (option.value ?? '') === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.label} value={option.value ?? ''}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
