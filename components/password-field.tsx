'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field } from './form'
import { useHydrated } from './use-hydrated'

export function PasswordField(props: React.ComponentProps<typeof Field>) {
  const [shown, setShown] = useState(false)
  const interactive = useHydrated()
  const Icon = shown ? EyeOff : Eye
  const button = (
    <button
      type="button"
      onClick={() => setShown(!shown)}
      aria-label={`Show ${props.label.toLowerCase()}`}
      aria-pressed={shown}
      className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  )
  return (
    <Field
      required
      className="w-full pr-12"
      {...props}
      type={shown ? 'text' : 'password'}
      inside={interactive && button}
    />
  )
}
