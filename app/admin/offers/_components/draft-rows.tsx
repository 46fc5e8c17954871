import { Plus, X } from 'lucide-react'
import { Button } from '@/components/ui/button'

/** A group of `Row`s in the form, with a button that adds a row. */
export function Rows({
  legend,
  hint,
  add,
  onAdd,
  footer,
  children,
}: {
  legend: string
  hint: string
  add: string
  onAdd?: () => void
  footer: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="font-medium">{legend}</legend>
      <p className="mb-0.5 text-muted-foreground">{hint}</p>
      {children}
      {onAdd && (
        <Button size="sm" variant="ghost" className="-ml-2 justify-self-start" onClick={onAdd} type="button">
          <Plus aria-hidden className="size-4" />
          {add}
        </Button>
      )}
      {footer}
    </fieldset>
  )
}

/** A row with a text field, a number field and a Remove button. */
export function Row({
  nth,
  what,
  onRemove,
  children,
}: {
  nth: number
  what: string
  onRemove?: () => void
  children: React.ReactNode
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_2.25rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_2.25rem]">
      {children}
      {onRemove && (
        <Button
          type="button"
          size="icon-sm"
          variant="ghost"
          aria-label={`Remove ${what} ${nth}`}
          onClick={onRemove}
        >
          <X aria-hidden className="size-4" />
        </Button>
      )}
    </div>
  )
}
