'use client'

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { type FormEvent, startTransition, useActionState } from 'react'
import { useHydrated } from './use-hydrated'

/**
 * Why an action returned nothing: the browser was offline, so nothing was sent; the page is older than the site, which no longer has the
 * action; or the response was lost, so nobody knows whether it was done.
 */
export type NoResponse = 'offline' | 'outdated' | 'lost'

/**
 * What an action's exception means; `wasOnline` is `navigator.onLine` at the press, because a machine that is offline now may have sent it.
 * Next's own, such as a redirect, are rethrown.
 */
export function noResponse(error: unknown, wasOnline: boolean): NoResponse {
  unstable_rethrow(error)
  if (unstable_isUnrecognizedActionError(error)) return 'outdated'
  return wasOnline ? 'lost' : 'offline'
}

/**
 * Every form's hook: posts natively without JavaScript, and keeps what was typed when the action cannot be reached.
 *
 * `action` is the server action. `onNoResponse` makes the state for a response that never came. `onResponse` gets each state before it is
 * rendered: the place for focus, toasts and resets. `check` may return a state without asking the server. A hydrated form sends the initial
 * state, not the last one, so that no earlier text travels along. Spread `form` on the `<form>`. A second press while one is under way does
 * nothing. `outdated` is true while the last try failed because the page is older than the site.
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
      return { state: check?.(form) ?? (await action(initial, form)), outdated: false }
    } catch (error) {
      const why = noResponse(error, wasOnline)
      return { state: onNoResponse(form, why), outdated: why === 'outdated' }
    }
  }

  const [posted, native] = useActionState(action, initial)
  const [{ state, outdated }, dispatch, pending] = useActionState(
    async (_: { state: Awaited<State>; outdated: boolean }, form: FormData) => {
      const response = await ask(form)
      onResponse?.(response.state)
      return response
    },
    { state: posted, outdated: false },
  )
  const hydrated = useHydrated()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    startTransition(() => dispatch(form))
  }

  // A hydrated form leaves validation to the action's sentences; without JavaScript the browser's own applies.
  return { state, outdated, pending, hydrated, form: { action: native, onSubmit, noValidate: hydrated } }
}
