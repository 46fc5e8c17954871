'use client'

import { unstable_rethrow } from 'next/navigation'
import { type FormEvent, startTransition, useActionState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render, true once React has taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Every form's hook: posts natively without JavaScript, and keeps what was typed when the action cannot be reached.
 *
 * `action` is the server action. `onUnreachable` makes the state for an answer that never came: offline, a failed server,
 * an action a newer deploy no longer knows. `onAnswer` hears each answer before it is rendered: the place for focus, toasts and resets.
 * Spread `form` on the `<form>`. A second press while one is under way does nothing.
 */
export function useFormAction<State>(
  action: (state: Awaited<State>, form: FormData) => Promise<State>,
  initial: Awaited<State>,
  onUnreachable: (form: FormData) => Awaited<State>,
  onAnswer?: (state: Awaited<State>) => void,
) {
  async function ask(previous: Awaited<State>, form: FormData) {
    try {
      return await action(previous, form)
    } catch (error) {
      unstable_rethrow(error)
      return onUnreachable(form)
    }
  }

  const [posted, native] = useActionState(action, initial)
  const [state, dispatch, pending] = useActionState(async (previous: Awaited<State>, form: FormData) => {
    const answer = await ask(previous, form)
    onAnswer?.(answer)
    return answer
  }, posted)
  const hydrated = useHydrated()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    startTransition(() => dispatch(form))
  }

  // A hydrated form leaves validation to the action's sentences; without JavaScript the browser's own applies.
  return { state, pending, hydrated, form: { action: native, onSubmit, noValidate: hydrated } }
}
