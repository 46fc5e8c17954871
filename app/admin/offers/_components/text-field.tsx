import { useId, useState } from 'react'
import { fieldVariants } from '@/components/ui/field-variants'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { DraftProblem } from '@/lib/offers/draft'
import { cn } from '@/lib/utils'

interface TextFieldProps extends Pick<
  React.ComponentProps<'input'>,
  'type' | 'placeholder' | 'inputMode' | 'min' | 'max'
> {
  name: string
  label: string
  hint?: string
  value: string
  invalid: DraftProblem | null
  onValue: (value: string) => void
  /** The number of lines of a textarea; if absent, the field is an input. */
  lines?: number
  /** True to hide the label, except from screen readers. */
  isHidden?: boolean
  isNumber?: boolean
  /** The problem of the value, shown after the field has lost the focus. */
  problem?: string
  /** The unit after the number, such as '%'. */
  unit?: string
}

/** A field of the offer with its label above and its problem below. */
export function TextField({
  name,
  label,
  hint,
  value,
  invalid,
  onValue,
  lines,
  isHidden,
  isNumber,
  problem,
  unit,
  ...props
}: TextFieldProps) {
  const id = useId()
  const [typing, setTyping] = useState(false)
  const error = invalid?.field === name ? invalid.problem : typing ? undefined : problem
  const shared = {
    id,
    name,
    value,
    dir: 'auto',
    'aria-invalid': Boolean(error),
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    onBlur: () => setTyping(false),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyping(true)
      onValue(target.value)
    },
  }
  return (
    <div className="min-w-0">
      <Label htmlFor={id} className={isHidden ? 'sr-only' : undefined}>
        {label}
      </Label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-muted-foreground">
          {hint}
        </p>
      )}
      {lines ? (
        <textarea
          {...shared}
          placeholder={props.placeholder}
          rows={lines}
          className={cn(fieldVariants({ density: 'lines' }), 'min-h-20 px-2.5 py-2 text-sm')}
        />
      ) : (
        <div className="relative">
          <Input
            {...props}
            {...shared}
            density="dense"
            className={cn('w-full', isNumber && 'text-right tabular-nums', unit && 'pr-7')}
          />
          {unit && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted-foreground"
            >
              {unit}
            </span>
          )}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
