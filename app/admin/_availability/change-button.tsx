'use client'

import { Button } from '@/components/ui/button'
import type { ActionResult } from '../action-result'
import { type ScheduleChange, useScheduleChanges } from './schedule-changes'

interface ChangeButtonProps<Input>
  extends
    Omit<ScheduleChange, 'action' | 'onDone'>,
    Pick<React.ComponentProps<'button'>, 'aria-label' | 'aria-pressed' | 'children'> {
  /** The action, and what it is called with. */
  action: (input: Input, agreed: boolean) => Promise<ActionResult>
  input: Input
  /** 'outline' for a button on its own; the default is the small one of a list's row. */
  variant?: 'outline'
  /** Whether there is nothing to change. */
  disabled?: boolean
  /** The id of the element that gets the focus when it is done, if the button is removed. */
  focusAfter?: string
}

/**
 * A button that changes the schedule. It is only `aria-disabled`, so that it keeps the focus when
 * there is nothing left to change.
 */
export function ChangeButton<Input>({
  action,
  input,
  variant,
  disabled = false,
  focusAfter = '',
  failure,
  title,
  explain,
  children,
  confirmLabel = children,
  ...props
}: ChangeButtonProps<Input>) {
  const { request, pending } = useScheduleChanges()
  function press() {
    if (disabled) return
    const target = document.getElementById(focusAfter)
    const change = { failure, title, confirmLabel, explain, onDone: () => target?.focus() }
    request({ ...change, action: (agreed) => action(input, agreed) })
  }
  const shared = { ...props, children, 'aria-disabled': pending || disabled || undefined, onClick: press }
  if (variant) return <Button size="sm" variant={variant} {...shared} />
  return <button type="button" className="line-button" {...shared} />
}
