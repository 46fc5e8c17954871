import { useId } from 'react'
import { fieldVariants } from '@/components/ui/field-variants'
import { Label } from '@/components/ui/label'
import { MAX_REPLY } from '@/lib/requests/replies'

interface ReplyFieldProps {
  ref: React.Ref<HTMLTextAreaElement>
  body: string
  readOnly: boolean
  /** The error after the admin tried to send the text without filling its gap; '' if there is none. */
  problem: string
  onChange: (text: string) => void
}

export function ReplyField({ ref, body, readOnly, problem, onChange }: ReplyFieldProps) {
  const field = useId()
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={field} className="sr-only">
        Text
      </Label>
      <textarea
        ref={ref}
        id={field}
        rows={8}
        maxLength={MAX_REPLY}
        value={body}
        readOnly={readOnly}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${field}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={fieldVariants({
          density: 'lines',
          className: 'max-h-96 min-h-40 text-sm lg:max-h-[calc(100dvh-31rem)]',
        })}
      />
      {problem && (
        <p id={`${field}-problem`} className="font-medium text-destructive">
          {problem}
        </p>
      )}
    </div>
  )
}
