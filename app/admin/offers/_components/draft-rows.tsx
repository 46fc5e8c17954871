import { Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { draftLimits } from '@/lib/offers/form'
import { TextField } from './text-field'

type Item<Key extends string> = { text: string } & Record<Key, string>

interface NumberField<Key extends string> extends Pick<
  React.ComponentProps<typeof TextField>,
  'placeholder' | 'inputMode' | 'unit'
> {
  key: Key
  label: (nth: number) => string
  /** The problem of a number, shown before Send. */
  problemOf?: (value: string) => string | undefined
}

interface DraftRowsProps<Key extends string> {
  name: 'lines' | 'payments'
  what: 'line' | 'payment'
  legend: string
  placeholder: string
  label: (nth: number) => string
  number: NumberField<Key>
  items: readonly Item<Key>[]
  onItems: (items: Item<Key>[]) => void
  children: React.ReactNode
}

export function DraftRows<Key extends string>(props: DraftRowsProps<Key>) {
  const { name, what, legend, items, onItems } = props
  const { key, label, problemOf, ...number } = props.number
  return (
    <fieldset className="grid min-w-0 gap-2">
      {/* The folded line says how it is paid. */}
      <legend className={name === 'payments' ? 'sr-only' : 'mb-1.5 font-medium'}>{legend}</legend>
      {items.map((item, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-start gap-2 has-[button]:grid-cols-[minmax(0,1fr)_5.5rem_2.25rem] sm:grid-cols-[minmax(0,1fr)_7.5rem] sm:has-[button]:grid-cols-[minmax(0,1fr)_7.5rem_2.25rem]"
        >
          <TextField
            name={`${name}.${at}.text`}
            label={props.label(at + 1)}
            isLabelHidden
            placeholder={props.placeholder}
            value={item.text}
            onValue={(text) => onItems(items.with(at, { ...item, text }))}
          />
          <TextField
            name={`${name}.${at}.${key}`}
            label={label(at + 1)}
            isLabelHidden
            isNumber
            problem={problemOf?.(item[key])}
            value={item[key]}
            onValue={(value) => onItems(items.with(at, { ...item, [key]: value }))}
            {...number}
          />
          {items.length > 1 && (
            <Button
              size="icon-sm"
              variant="ghost"
              aria-label={`Remove ${what} ${at + 1}`}
              onClick={() => onItems(items.toSpliced(at, 1))}
            >
              <X aria-hidden className="size-4" />
            </Button>
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {items.length < draftLimits.items && (
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2"
            onClick={() => onItems([...items, { text: '', [key]: '' } as Item<Key>])}
          >
            <Plus aria-hidden className="size-4" />
            {`Add a ${what}`}
          </Button>
        )}
        {props.children}
      </div>
    </fieldset>
  )
}
