'use client'

import { useId, useRef, useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import type { InvalidField } from '../../action-result'
import { SaveButton } from '../../_components/save-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { useIsChanged } from '../../_components/use-is-changed'
import { addCalendar, type NewCalendar } from '../calendar-actions'

/** The form that adds a founder's calendar by its secret URL. */
export function AddCalendar() {
  const { run, pending } = useAdminAction()
  const [invalid, setInvalid] = useState<InvalidField | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { isChanged, handlers } = useIsChanged()
  // The last values sent. The same values keep their id, so that a retry after a lost response adds no second
  // calendar.
  const sent = useRef<NewCalendar>(undefined)
  const field = useId()

  function add(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (key: string) => typed.get(key) as string
    const [label, address] = [text('label'), text('address')]
    const isSame = sent.current?.label === label && sent.current.address === address
    const id = (isSame && sent.current?.id) || crypto.randomUUID()
    const added = { id, label, address, allDay: typed.has('allDay') }
    run(() => addCalendar((sent.current = added)), {
      failure: 'Failed to add the calendar',
      onResult(result) {
        const wrong = result.kind === 'invalid' ? result.field : null
        setInvalid(result.kind === 'invalid' ? result : null)
        if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
        if (result.kind !== 'done') return
        form.current?.reset()
        sent.current = undefined
      },
    })
  }

  const described = (key: string) => ({
    id: `${field}-${key}`,
    name: key,
    autoComplete: 'off',
    'aria-invalid': invalid?.field === key,
    'aria-describedby': invalid?.field === key ? `${field}-problem` : undefined,
  })
  return (
    <form
      ref={form}
      {...handlers}
      noValidate
      onSubmit={add}
      className="grid gap-4"
      aria-label="Add a calendar"
    >
      <div>
        <Label htmlFor={`${field}-label`}>Whose calendar</Label>
        <Input {...described('label')} density="dense" className="w-full" maxLength={40} placeholder="Mere" />
      </div>
      <div>
        <Label htmlFor={`${field}-address`}>Its private address</Label>
        <Input
          {...described('address')}
          density="dense"
          className="w-full"
          maxLength={2_000}
          placeholder="https://"
          spellCheck={false}
        />
        <p className="mt-1.5 text-muted-foreground">
          Whoever has it reads the calendar: it is kept encrypted, and not shown again.
        </p>
      </div>
      <label className="flex w-fit items-center gap-2">
        <Checkbox name="allDay" defaultChecked />
        All-day events count
      </label>
      <p id={`${field}-problem`} role="status" className="text-destructive empty:hidden">
        {invalid?.problem}
      </p>
      <div>
        <SaveButton isChanged={isChanged} pending={pending}>
          {pending ? 'Reading it…' : 'Add the calendar'}
        </SaveButton>
      </div>
    </form>
  )
}
