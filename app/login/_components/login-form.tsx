'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { OUTDATED, ReloadButton } from '@/components/reload-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { type NoResponse, useFormAction } from '@/components/use-form-action'
import { useHydrated } from '@/components/use-hydrated'
import { useSavedText } from '@/components/use-saved-text'
import { idle } from '@/lib/action-state'
import { signIn, type SignInState } from '../actions'

const UNREACHABLE = 'The site cannot be reached. Check your connection and try again.'
const SAVED_FIELDS = ['email'] as const

function failed(_: FormData, why: NoResponse): SignInState {
  return { status: 'error', message: why === 'outdated' ? OUTDATED : UNREACHABLE }
}

/** The sign-in form. `next` is the path to go to afterwards. */
export function LoginForm({ next }: { next: string }) {
  const ref = useRef<HTMLFormElement>(null)
  const { state, outdated, pending, form } = useFormAction<SignInState>(signIn, idle, failed)
  const { saveText, clearText } = useSavedText(ref, 'sign-in', SAVED_FIELDS)
  useEffect(() => clearText()) // it is saved for the reload button only
  const error = state.status === 'error' ? state : undefined

  return (
    <form ref={ref} {...form} className="grid gap-5">
      <input type="hidden" name="next" value={next} />
      {error && (
        <Alert variant="destructive">
          <p>{error.message}</p>
          {outdated && <ReloadButton onPress={saveText} />}
        </Alert>
      )}
      <div>
        <Label htmlFor="email">Email</Label>
        <Input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={error?.entries?.email}
          aria-invalid={Boolean(error?.fields?.email)}
          aria-describedby="email-error"
        />
        <FieldError id="email-error" text={error?.fields?.email} />
      </div>
      <div>
        <Label htmlFor="password">Password</Label>
        <PasswordInput invalid={Boolean(error?.fields?.password)} />
        <FieldError id="password-error" text={error?.fields?.password} />
      </div>
      <Button type="submit" aria-disabled={pending}>
        {pending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  )
}

/** The password field. Its show/hide button appears after hydration. */
function PasswordInput({ invalid }: { invalid: boolean }) {
  const [shown, setShown] = useState(false)
  const interactive = useHydrated()
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        className="pr-12"
        aria-invalid={invalid}
        aria-describedby="password-error"
      />
      {interactive && (
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label="Show password"
          aria-pressed={shown}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      )}
    </div>
  )
}

function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className="mt-1.5 text-sm text-destructive empty:hidden">
      {text}
    </p>
  )
}
