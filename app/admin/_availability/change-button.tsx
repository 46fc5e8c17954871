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
  /** Whether it stands by itself and not in a line of a list. */
  isOutlined?: boolean
  /** Whether there is nothing to change. */
  useless?: boolean
  /** The id of what gets the focus when it is done, where the button goes. */
  focusAfter?: string
}

/** Changes the schedule by one press. It is never `disabled`: the focus would fall to the page when a press has made it useless. */
export function ChangeButton<Input>({
  action,
  input,
  isOutlined,
  useless = false,
  focusAfter = '',
  failure,
  title,
  explain,
  children,
  yes = children,
  ...props
}: ChangeButtonProps<Input>) {
  const { request, pending } = useScheduleChanges()
  function press() {
    if (useless) return
    const target = document.getElementById(focusAfter)
    const change = { failure, title, yes, explain, onDone: () => target?.focus() }
    request({ ...change, action: (agreed) => action(input, agreed) })
  }
  const shared = { ...props, children, 'aria-disabled': pending || useless || undefined, onClick: press }
  if (isOutlined) return <Button size="sm" variant="outline" {...shared} />
  return <button type="button" className="line-button" {...shared} />
}
