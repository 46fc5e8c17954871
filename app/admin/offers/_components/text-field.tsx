import { useId, useState } from 'react'
import { Field, FormContext } from '@/components/form'
import type { DraftProblem } from '@/lib/offers/draft'
import { cn } from '@/lib/utils'

type FieldProps = React.ComponentProps<typeof Field>

interface TextFieldProps extends Omit<FieldProps, 'multiline' | 'rows' | 'onChange'> {
  invalid: DraftProblem | null
  onValue: (value: string) => void
  /** The number of lines of a textarea; if absent, the field is an input. */
  lines?: number
  isNumber?: boolean
  /** Shown after the field has lost the focus. */
  problem?: string
  /** Stands after the number, such as '%'. */
  unit?: string
}

export function TextField({
  name,
  invalid,
  onValue,
  lines,
  isNumber,
  problem,
  unit,
  ...props
}: TextFieldProps) {
  const id = useId()
  const [typing, setTyping] = useState(false)
  const error = invalid?.field === name ? invalid.problem : typing ? undefined : problem
  return (
    <FormContext value={{ id, density: 'dense', errors: error ? { [name]: error } : {} }}>
      <Field
        name={name}
        isHintAbove
        multiline={lines !== undefined}
        rows={lines}
        dir="auto"
        {...props}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => {
          setTyping(true)
          onValue(target.value)
        }}
        className={cn(
          'w-full',
          lines && 'min-h-20 px-2.5 py-2 text-sm',
          isNumber && 'text-right tabular-nums',
          unit && 'pr-7',
        )}
        inside={
          unit && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted-foreground"
            >
              {unit}
            </span>
          )
        }
      />
    </FormContext>
  )
}
