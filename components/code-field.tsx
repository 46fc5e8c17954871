import { FieldError } from './password-field'
import { Input } from './ui/input'
import { Label } from './ui/label'
import { cn } from '@/lib/utils'

/**
 * A field for the code of an authenticator app. Its error replaces the hint, so that the page does not shift.
 * No `maxLength`, because people paste codes with spaces.
 */
export function CodeField({
  label = 'Code from your phone',
  error,
  hint = 'Six digits, new every 30 seconds.',
  className,
  ...props
}: React.ComponentProps<typeof Input> & {
  id: string
  label?: string
  error?: string
  hint?: string
}) {
  const { id } = props
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        className={cn('tabular-nums aria-invalid:border-2', className)}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
        {...props}
      />
      <FieldError id={`${id}-error`} text={error} />
      {!error && hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}
