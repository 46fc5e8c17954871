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
  /** 'outline' where it stands by itself; the default is the small button of a list's line. */
  variant?: 'outline'
  /** Whether there is nothing to change. */
  disabled?: boolean
  /** The id of what gets the focus when it is done, where the button goes. */
  focusAfter?: string
}

/**
 * Changes the schedule by one press. Its element is only `aria-disabled`, so that it keeps the
 * focus when a press has left nothing to change.
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
