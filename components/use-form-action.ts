'use client'

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { type FormEvent, startTransition, useActionState, useState } from 'react'
import { OUTDATED } from './reload-button'
import { useHydrated } from './use-hydrated'

/**
 * Why a server action returned nothing. 'offline': nothing was sent. 'outdated': the page is older than the
 * last deploy, and the server no longer has the action. 'lost': the response was lost, so it is unknown
 * whether the action ran.
 */
export type NoResponse = 'offline' | 'outdated' | 'lost'

/**
 * The reason for an exception from a server action. `wasOnline` is `navigator.onLine` at the submit, because
 * a machine that is offline now may have sent the request. It rethrows Next's own exceptions, such as a
 * redirect, and logs others to the console.
 */
export function noResponse(error: unknown, wasOnline: boolean): NoResponse {
  unstable_rethrow(error)
  console.warn('The server did not answer.', error)
  if (unstable_isUnrecognizedActionError(error)) return 'outdated'
  return wasOnline ? 'lost' : 'offline'
}

/** The state for a missing response to a form that may be submitted again. */
export function unreachable(_: FormData, why: NoResponse) {
  const message =
    why === 'outdated' ? OUTDATED : 'The site cannot be reached. Check your connection and try again.'
  return { status: 'error' as const, message }
}

/**
 * The hook of every form. The form posts natively without JavaScript, and keeps its entries when the server
 * cannot be reached. `action` is the server action. `onNoResponse` returns the state for a missing response.
 * `onResponse` gets each state before it renders, for focus, toasts and resets. `check` may return a state
 * without calling the server. Returns `form`, the props to spread on the `<form>`, and `outdated`, which is
 * true when the last submit failed because of a deploy. It ignores submits while one is pending.
 */
export function useFormAction<State>(
  action: (state: Awaited<State>, form: FormData) => Promise<State>,
  initial: Awaited<State>,
  onNoResponse: (form: FormData, why: NoResponse) => Awaited<State>,
  onResponse?: (state: Awaited<State>) => void,
  check?: (form: FormData) => Awaited<State> | null,
) {
  async function ask(form: FormData) {
    const wasOnline = navigator.onLine
    try {
      // The initial state keeps earlier entries out of the request.
      return { state: check?.(form) ?? (await action(initial, form)), outdated: false }
    } catch (error) {
      const why = noResponse(error, wasOnline)
      return { state: onNoResponse(form, why), outdated: why === 'outdated' }
    }
  }

  const [posted, native] = useActionState(action, initial)
  // useTransition's `pending` also waits for a refresh that started meanwhile; the form would ignore presses
  // until then.
  const [pending, setPending] = useState(false)
  const [{ state, outdated }, dispatch] = useActionState(
    async (_: { state: Awaited<State>; outdated: boolean }, form: FormData) => {
      const response = await ask(form).finally(() => setPending(false))
      onResponse?.(response.state)
      return response
    },
    { state: posted, outdated: false },
  )
  const hydrated = useHydrated()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    startTransition(() => dispatch(form))
  }

  // The hydrated form has noValidate, because the action validates and has its own sentences. Without
  // JavaScript the browser validates.
  return { state, outdated, pending, hydrated, form: { action: native, onSubmit, noValidate: hydrated } }
}
