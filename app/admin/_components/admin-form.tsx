'use client'

import { useId, useLayoutEffect, useRef, useState } from 'react'
import { FormContext, focusInvalid } from '@/components/form'
import type { ActionResult, InvalidField } from '../action-result'
import { useAdminAction } from './use-admin-action'
import type { RunOptions } from './use-report'

type Typed = Record<string, string>

interface AdminFormProps<Seen> extends Omit<React.ComponentProps<'form'>, 'ref'> {
  /** `seen` is that of the page when the admin began to change the form. */
  send: (typed: Typed, seen: Seen) => Promise<ActionResult>
  /** The action compares it with what is saved, so that no admin overwrites another's change. */
  seen: Seen
  options: Omit<RunOptions, 'onShown'>
  /** True if Undo gives the entries back, unless the form has others by now. */
  isRefilledByUndo?: boolean
}

/**
 * After a success it shows what is saved. Fields with their saved value as `defaultValue` follow another
 * admin's change, unless this admin has changed them.
 */
export function AdminForm<Seen>({
  send,
  seen,
  options,
  isRefilledByUndo,
  children,
  ...props
}: AdminFormProps<Seen>) {
  const { run, pending } = useAdminAction()
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const [isChanged, setIsChanged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const begun = useRef<{ seen: Seen }>(null)
  const [saved] = useState(() => new WeakMap<HTMLInputElement, Saved>())
  const id = useId()

  function readChange() {
    const now = inputsOf(form.current).some(isInputChanged)
    begun.current = now ? (begun.current ?? { seen }) : null
    setIsChanged(now)
  }
  useLayoutEffect(() => {
    followSaved(form.current, saved)
    readChange()
  })

  function refill(entries: Typed) {
    const inputs = inputsOf(form.current)
    if (inputs.some(isInputChanged)) return
    for (const input of inputs) input.value = entries[input.name] ?? ''
    readChange()
  }

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = entriesOf(event.currentTarget)
    run(() => send(sent, begun.current ? begun.current.seen : seen), {
      ...options,
      onResult(result) {
        const wrong = result.kind === 'invalid' ? result : null
        setInvalid(wrong)
        if (wrong) focusInvalid(form.current, { [wrong.field]: wrong.problem })
        options.onResult?.(result)
      },
      onShown(result) {
        if (result.kind !== 'done' || !form.current) return
        begun.current = null
        // Text typed meanwhile stays.
        if (JSON.stringify(entriesOf(form.current)) === JSON.stringify(sent)) form.current.reset()
      },
      onUndo: isRefilledByUndo ? { onResult: ({ kind }) => kind === 'done' && refill(sent) } : options.onUndo,
    })
  }
  const errors = invalid ? { [invalid.field]: invalid.problem } : undefined
  return (
    <FormContext value={{ id, pending, errors, isChanged, density: 'dense' }}>
      <form ref={form} noValidate className="grid gap-4" {...props} onChange={readChange} onSubmit={submit}>
        {children}
      </form>
    </FormContext>
  )
}

const entriesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Typed

const inputsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter((field) => field instanceof HTMLInputElement)

const isInputChanged = (field: HTMLInputElement) =>
  field.value !== field.defaultValue || field.checked !== field.defaultChecked

interface Saved {
  value: string
  checked: boolean
}

/** A browser does that for the fields of the server's HTML, but not for those that React has made. */
function followSaved(form: HTMLFormElement | null, saved: WeakMap<HTMLInputElement, Saved>) {
  for (const field of inputsOf(form)) {
    const before = saved.get(field)
    if (before && field.value === before.value) field.value = field.defaultValue
    if (before && field.checked === before.checked) field.checked = field.defaultChecked
    saved.set(field, { value: field.defaultValue, checked: field.defaultChecked })
  }
}
