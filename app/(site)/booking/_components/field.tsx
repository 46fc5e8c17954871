import { clsx } from 'clsx'
import { fieldVariants } from '@/components/ui/field-variants'

type FieldProps = React.ComponentProps<'input'> & {
  name: string
  label: string
  /** What is wrong with its value. */
  error?: string
  multiline?: boolean
}

/** A labelled field with its error below it. */
export function Field({ label, error, multiline = false, ...props }: FieldProps) {
  const id = `booking-${props.name}`
  const shared = {
    id,
    // Not left out: browsers then call a required field invalid while it is still empty.
    'aria-invalid': Boolean(error),
    'aria-describedby': error && `${id}-error`,
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {!props.required && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      {multiline ? (
        <textarea
          {...(props as React.ComponentProps<'textarea'>)}
          {...shared}
          className={clsx(fieldVariants({ density: 'lines' }), 'max-h-96')}
        />
      ) : (
        <input {...props} {...shared} className={fieldVariants()} />
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
