import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { type RecurringSlot, weekdays } from '@/lib/hours/slot'
import { useStoredDraft } from '../_components/use-stored-draft'
import type { HoursContext } from './hours-form'
import { isFormDraft, formKey, type FormValues, valuesCopiedFrom, valuesOfWeekday } from './form-values'
import { HoursForm } from './lazy-form'

export interface WeekdayEditorProps {
  weekday: number
  pattern: RecurringSlot[]
  context: HoursContext
}

export function WeekdayEditor({ weekday, pattern, context }: WeekdayEditorProps) {
  const draftName = formKey(context.email, weekday)
  const { draft, setDraft, isRestored } = useStoredDraft(draftName, isFormDraft)
  const heading = useRef<HTMLHeadingElement>(null)
  const day = weekdays[weekday] ?? ''
  const summary = `weekday-${weekday}`

  // Opens the weekday's `<details>` for a restored draft.
  useEffect(() => {
    if (isRestored) heading.current?.closest('details')?.setAttribute('open', '')
  }, [isRestored])

  function open(start: FormValues) {
    setDraft(start)
    requestAnimationFrame(() => heading.current?.focus())
  }

  function end() {
    document.getElementById(summary)?.focus()
    setDraft(null)
  }

  if (!draft) {
    return (
      <>
        <Button size="sm" variant="outline" onClick={() => open(valuesOfWeekday(weekday, pattern))}>
          Edit {day}
        </Button>
        {pattern.some(({ isAvailable }) => isAvailable) && (
          <Button size="sm" variant="outline" onClick={() => open(valuesCopiedFrom(pattern))}>
            Copy {day}
          </Button>
        )}
      </>
    )
  }
  const isCopy = draft.editing === null
  return (
    <section aria-labelledby={`${summary}-form`} className="grid w-full gap-3 py-1">
      <h3 ref={heading} id={`${summary}-form`} tabIndex={-1} className="font-semibold">
        {isCopy ? 'Copy' : 'Edit'} {day}
      </h3>
      <p role="status" className="text-brand empty:hidden">
        {isRestored
          ? 'What you had typed is still here.'
          : isCopy && `${day}’s times are here. Choose the days to copy them to.`}
      </p>
      <HoursForm
        values={draft}
        start={isCopy ? valuesCopiedFrom(pattern) : valuesOfWeekday(weekday, pattern)}
        onChange={setDraft}
        draftName={draftName}
        onEnd={end}
        focusAfter={summary}
        context={context}
      />
    </section>
  )
}
