'use client'

import type { VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import { createContext, use } from 'react'
import { buttonVariants } from './ui/button-variants'
import { fieldVariants } from './ui/field-variants'
import { useHydrated } from './use-hydrated'

export interface FormState {
  /** Begins the ids of its fields; without it, a field's id is its name. */
  id?: string
  pending?: boolean
  /** By field. `entries` are the last ones, which a form posted without JavaScript shows again. */
  errors?: Partial<Record<string, string>>
  entries?: Partial<Record<string, string>>
  density?: 'dense'
  /** In the admin, true if a field differs from what is saved. Then the submit button is filled. */
  isChanged?: boolean
}
export const FormContext = createContext<FormState>({})

interface FieldProps extends React.ComponentProps<'input'>, Pick<React.ComponentProps<'textarea'>, 'rows'> {
  name: string
  label: string
  isLabelHidden?: boolean
  /** Stands below the field. An error takes its place, so that the page does not shift. */
  hint?: string
  isHintAbove?: boolean
  /** Shown while the form has no error for the field. */
  problem?: string
  multiline?: boolean
  /** The maximum length before hydration. A hydrated field keeps pasted text and gets an error on submit. */
  limit?: number
  /** Class names in place of the usual ones. */
  look?: string
  /** A button within the field. */
  inside?: React.ReactNode
}

export function Field({ label, isLabelHidden, hint, isHintAbove, multiline, ...props }: FieldProps) {
  const { problem, limit, look, inside, className, ...input } = props
  const form = use(FormContext)
  const hydrated = useHydrated()
  const { name, id = form.id ? `${form.id}-${name}` : name } = input
  const error = form.errors?.[name] ?? problem
  const [above, below] = isHintAbove ? [hint, error] : [undefined, error ?? hint]
  const shared = {
    defaultValue: form.entries?.[name],
    maxLength: hydrated ? undefined : limit,
    autoFocus: Boolean(error), // for a post without JavaScript
    readOnly: form.pending, // because a success may empty the form
    ...input,
    id,
    // Otherwise browsers report a required field as invalid while it is still empty.
    'aria-invalid': Boolean(error),
    'aria-describedby':
      [above && `${id}-hint`, below && `${id}-below`].filter(Boolean).join(' ') || undefined,
  }
  const density = multiline ? 'lines' : form.density
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
        {!input.required && !form.density && (
          <span className="font-normal text-muted-foreground"> (optional)</span>
        )}
      </label>
      {above && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-sm [overflow-wrap:anywhere] text-muted-foreground">
          {above}
        </p>
      )}
      <div className="relative">
        {multiline ? (
          <textarea
            {...(shared as React.ComponentProps<'textarea'>)}
            className={fieldVariants({ density, className: className ?? 'max-h-96' })}
          />
        ) : (
          <input
            {...shared}
            className={look ?? fieldVariants({ density, className: className ?? 'w-full' })}
          />
        )}
        {inside}
      </div>
      <p
        id={`${id}-below`}
        role={error && form.density ? 'status' : undefined}
        className={clsx(
          'mt-1.5 empty:hidden',
          error ? 'font-medium text-destructive' : 'text-muted-foreground',
          hint && !isHintAbove && 'text-sm', // the error is as high as the hint
        )}
      >
        {below}
      </p>
    </div>
  )
}

type SubmitButtonProps = React.ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** The label while the form is sent. */
    busy?: string
  }

/** Keeps the focus while the form is sent. CSS and `SettingsLine` find changed forms by `data-changed`. */
export function SubmitButton({ busy, variant, size, className, children, ...props }: SubmitButtonProps) {
  const { pending = false, density, isChanged } = use(FormContext)
  return (
    <button
      type="submit"
      aria-disabled={pending}
      data-changed={isChanged || undefined}
      {...props}
      className={buttonVariants({
        variant: variant ?? (isChanged === false ? 'outline' : 'default'),
        size: size ?? (density ? 'sm' : 'default'),
        className: clsx(density && 'justify-self-start', className),
      })}
    >
      {pending && busy ? busy : children}
    </button>
  )
}

/** A ref for what takes the place of a form. A stable function, because React calls a new one on every render. */
export const focusShown = (element: HTMLElement | null) => element?.focus()

export function focusInvalid(form: HTMLFormElement | null, errors: object = {}) {
  const [name = ''] = Object.keys(errors)
  const field = form?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
  if (field instanceof HTMLInputElement) field.select()
}
