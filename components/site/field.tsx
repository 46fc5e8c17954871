import { clsx } from 'clsx'
import { fieldVariants } from '@/components/ui/field-variants'

type FieldProps = React.ComponentProps<'input'> & {
  name: string
  label: string
  error?: string
  /** A sentence under the label. */
  hint?: string
  multiline?: boolean
}

/** A labelled field of a public form, with its hint and its error. */
export function Field({ label, error, hint, multiline = false, ...props }: FieldProps) {
  const id = props.id ?? `booking-${props.name}`
  const shared = {
    id,
    // Set even without an error: otherwise browsers report a required field as invalid while it is still
    // empty.
    'aria-invalid': Boolean(error),
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {!props.required && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-sm [overflow-wrap:anywhere] text-muted-foreground">
          {hint}
        </p>
      )}
      {multiline ? (
        <textarea
          {...(props as React.ComponentProps<'textarea'>)}
          {...shared}
          className={clsx(fieldVariants({ density: 'lines' }), 'max-h-96')}
        />
      ) : (
        <input {...props} {...shared} className={props.className ?? fieldVariants()} />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
