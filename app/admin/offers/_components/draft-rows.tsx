import { Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import type { DraftProblem } from '@/lib/offers/draft'
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
  hint: string
  placeholder: string
  label: (nth: number) => string
  number: NumberField<Key>
  items: readonly Item<Key>[]
  invalid: DraftProblem | null
  onItems: (items: Item<Key>[]) => void
  children: React.ReactNode
}

export function DraftRows<Key extends string>(props: DraftRowsProps<Key>) {
  const { name, what, legend, hint, items, invalid, onItems } = props
  const { key, label, problemOf, ...number } = props.number
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-medium">{legend}</legend>
      <p className="mb-0.5 text-muted-foreground">{hint}</p>
      {items.map((item, at) => (
        <div
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_5.5rem_2.25rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_2.25rem]"
        >
          <TextField
            name={`${name}.${at}.text`}
            invalid={invalid}
            label={props.label(at + 1)}
            isLabelHidden
            placeholder={props.placeholder}
            value={item.text}
            onValue={(text) => onItems(items.with(at, { ...item, text }))}
          />
          <TextField
            name={`${name}.${at}.${key}`}
            invalid={invalid}
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
      {items.length < draftLimits.items && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2 justify-self-start"
          onClick={() => onItems([...items, { text: '', [key]: '' } as Item<Key>])}
        >
          <Plus aria-hidden className="size-4" />
          {`Add a ${what}`}
        </Button>
      )}
      {props.children}
    </fieldset>
  )
}
