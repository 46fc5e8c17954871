'use client'

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import { type FormEvent, startTransition, useActionState, useState } from 'react'
import { idle } from '@/lib/action-state'
import { OUTDATED } from './reload-button'
import { useHydrated } from './use-hydrated'

/**
 * 'offline': the browser sent nothing. 'outdated': a deploy has removed the action. 'lost': no response
 * came, so the action may have run.
 */
export type NoResponse = 'offline' | 'outdated' | 'lost'

/**
 * `wasOnline` is `navigator.onLine` at the submit: a machine that is offline now may have sent the request.
 * Rethrows Next's own exceptions, such as a redirect.
 */
export function noResponse(error: unknown, wasOnline: boolean): NoResponse {
  unstable_rethrow(error)
  console.warn('The server did not answer.', error)
  if (unstable_isUnrecognizedActionError(error)) return 'outdated'
  return wasOnline ? 'lost' : 'offline'
}

/** For a form that may be submitted again. */
export function unreachable(_: FormData, why: NoResponse) {
  const message =
    why === 'outdated' ? OUTDATED : 'The site cannot be reached. Check your connection and try again.'
  return { status: 'error' as const, message }
}

type Shown<State> = Awaited<State> | typeof idle

interface FormActionOptions<State> {
  onResponse?: (state: Awaited<State>) => unknown
  check?: (form: FormData) => Awaited<State> | null
}

/**
 * Without JavaScript the form posts natively; without a response it keeps its entries. `onResponse` gets each
 * state before it renders. If `check` returns a state, nothing is sent. While a submit is pending, others are
 * ignored.
 */
export function useFormAction<State>(
  action: (state: Shown<State>, form: FormData) => Promise<Awaited<State>>,
  onNoResponse: (form: FormData, why: NoResponse) => Awaited<State>,
  { onResponse, check }: FormActionOptions<State> = {},
) {
  async function ask(form: FormData) {
    const wasOnline = navigator.onLine
    try {
      // `idle`, so that the request does not contain earlier entries.
      return { state: check?.(form) ?? (await action(idle, form)), why: null }
    } catch (error) {
      const why = noResponse(error, wasOnline)
      return { state: onNoResponse(form, why), why }
    }
  }

  const [posted, native] = useActionState<Shown<State>, FormData>(action, idle)
  // The `pending` of useTransition also waits for a refresh started meanwhile; the form would ignore presses.
  const [pending, setPending] = useState(false)
  const [{ state, why }, dispatch] = useActionState<
    { state: Shown<State>; why: NoResponse | null },
    FormData
  >(
    async (_, form) => {
      const response = await ask(form).finally(() => setPending(false))
      onResponse?.(response.state)
      return response
    },
    { state: posted, why: null },
  )
  const hydrated = useHydrated()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    startTransition(() => dispatch(form))
  }

  // After hydration noValidate, because the action's messages are better.
  const [outdated, lost] = [why === 'outdated', why === 'lost']
  return {
    state,
    outdated,
    lost,
    pending,
    hydrated,
    form: { action: native, onSubmit, noValidate: hydrated },
  }
}
