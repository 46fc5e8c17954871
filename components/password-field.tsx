'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Input } from './ui/input'
import { Label } from './ui/label'
import { useHydrated } from './use-hydrated'

/**
 * A labelled password field with its error, or else a hint, below it. The show/hide button appears after
 * hydration.
 */
export function PasswordField({
  label,
  error,
  hint,
  ...props
}: React.ComponentProps<typeof Input> & { id: string; label: string; error?: string; hint?: string }) {
  const [shown, setShown] = useState(false)
  const interactive = useHydrated()
  const Icon = shown ? EyeOff : Eye
  const { id } = props
  const below = error || !hint ? `${id}-error` : `${id}-hint`
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <div className="relative">
        <Input
          {...props}
          type={shown ? 'text' : 'password'}
          required
          className="w-full pr-12"
          aria-invalid={Boolean(error)}
          aria-describedby={below}
        />
        {interactive && (
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        )}
      </div>
      <FieldError id={`${id}-error`} text={error} />
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}

/** A field's error. Without one, the element is empty and hidden. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className="mt-1.5 text-sm text-destructive empty:hidden">
      {text}
    </p>
  )
}
