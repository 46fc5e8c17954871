import { useState } from 'react'
import { Field } from '@/components/form'
import { cn } from '@/lib/utils'

type FieldProps = React.ComponentProps<typeof Field>

interface TextFieldProps extends Omit<FieldProps, 'multiline' | 'rows' | 'onChange'> {
  onValue: (value: string) => void
  /** The number of lines of a textarea; if absent, the field is an input. */
  lines?: number
  isNumber?: boolean
  /** Stands after the number, such as '%'. */
  unit?: string
}

/** Shows its `problem` once the focus has left it. */
export function TextField({ onValue, lines, isNumber, problem, unit, ...props }: TextFieldProps) {
  const [typing, setTyping] = useState(false)
  return (
    <Field
      isHintAbove
      multiline={lines !== undefined}
      rows={lines}
      dir="auto"
      {...props}
      problem={typing ? undefined : problem}
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
  )
}
