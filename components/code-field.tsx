import { clsx } from 'clsx'
import { Field } from './form'

/** Without `maxLength`, because people paste codes with spaces. */
export function CodeField({
  label = 'Code from your phone',
  className,
  ...props
}: Partial<React.ComponentProps<typeof Field>>) {
  return (
    <Field
      name="code"
      label={label}
      hint="Six digits, new every 30 seconds."
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      className={clsx('tabular-nums aria-invalid:border-2', className)}
      {...props}
    />
  )
}
