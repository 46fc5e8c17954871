'use client'

import { useId, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { dateProblem, siteDates } from '@/lib/dates'
import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import { closeDates } from './date-actions'

/** The form that closes a date or a range of dates. */
export function CloseForm({ today }: { today: string }) {
  const { run, pending } = useAdminAction()
  const form = useRef<HTMLFormElement>(null)
  const [invalid, setInvalid] = useState({ field: '', problem: '' })
  const id = useId()
  const { last } = siteDates(today)

  function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = (name: string) => new FormData(event.currentTarget).get(name) as string
    const [from, reason] = [field('from'), field('reason')]
    const to = field('to') || from
    const early = dateProblem(from, today)
    const problem = early || (to < from ? 'The last date is before the first.' : dateProblem(to, today))
    const wrong = early ? 'from' : 'to'
    setInvalid({ field: problem && wrong, problem })
    if (problem) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
      return
    }
    const typed = () => JSON.stringify([...new FormData(form.current ?? undefined)])
    const sent = typed()
    run(() => closeDates({ from, to, reason }), {
      failure: 'Failed to update date availability',
      onResult(result) {
        if (result.kind === 'done' && typed() === sent) form.current?.reset()
      },
      onUndo: {
        onResult(result) {
          const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
          if (result.kind !== 'done' || inputs.some(({ value }) => value)) return
          for (const input of inputs)
            input.value = { from, to: to === from ? '' : to, reason }[input.name] ?? ''
        },
      },
    })
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-2 items-end gap-2">
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="grid gap-1">
          <span className="text-muted-foreground">{name === 'from' ? 'From' : 'To (if several)'}</span>
          <Input
            density="dense"
            type="date"
            name={name}
            min={today}
            max={last}
            aria-invalid={invalid.field === name}
            aria-describedby={invalid.field === name ? id : undefined}
          />
        </label>
      ))}
      <p id={id} role="status" className="col-span-2 text-destructive empty:hidden">
        {invalid.problem}
      </p>
      <label className="col-span-2 grid gap-1">
        <span className="text-muted-foreground">Reason</span>
        <Input
          density="dense"
          name="reason"
          maxLength={200}
          autoComplete="off"
          placeholder="Only the studio reads it"
        />
      </label>
      <ActionButton type="submit" size="sm" variant="outline" pending={pending} className="w-fit">
        Close dates
      </ActionButton>
    </form>
  )
}
