import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Textarea } from '@/components/ui/textarea'

type FieldProps = React.ComponentProps<'input'> & {
  name: string
  label: string
  /** What is wrong with it. */
  fault?: string
  multiline?: boolean
}

/** A labelled field with its fault beside it. */
export function Field({ label, fault, multiline = false, ...props }: FieldProps) {
  const id = `booking-${props.name}`
  const shared = { id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': fault && `${id}-fault` }
  return (
    <div>
      <Label htmlFor={id}>
        {label}
        {!props.required && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </Label>
      {multiline ? (
        <Textarea {...(props as React.ComponentProps<'textarea'>)} {...shared} />
      ) : (
        <Input {...props} {...shared} />
      )}
      {fault && (
        <p id={`${id}-fault`} className="mt-1 font-medium text-destructive">
          {fault}
        </p>
      )}
    </div>
  )
}
