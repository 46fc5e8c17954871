'use client'

import { Button } from '@/components/ui/button'
import type { ActionResult } from '../action-result'
import { type ScheduleChange, useScheduleChanges } from './schedule-changes'

interface ChangeButtonProps<Input> extends Pick<
  React.ComponentProps<typeof Button>,
  'aria-label' | 'aria-pressed' | 'children' | 'className' | 'size' | 'variant'
> {
  /** The action, and what it is called with. */
  change: Omit<ScheduleChange, 'action' | 'onDone'> & {
    action: (input: Input, agreed: boolean) => Promise<ActionResult>
    input: Input
  }
  /** Whether there is nothing to change. */
  useless?: boolean
  /** The id of what gets the focus when it is done, where the button goes. */
  focusAfter?: string
}

/** Changes the schedule by one press. It is never `disabled`: the focus would fall to the page when a press has made it useless. */
export function ChangeButton<Input>({
  change: { action, input, ...change },
  useless = false,
  focusAfter,
  ...props
}: ChangeButtonProps<Input>) {
  const { request, pending } = useScheduleChanges()
  function press() {
    const target = focusAfter ? document.getElementById(focusAfter) : null
    request({ ...change, action: (agreed) => action(input, agreed), onDone: () => target?.focus() })
  }
  return (
    <Button
      size="xs"
      variant="ghost"
      className={
        props.variant
          ? ''
          : 'font-medium text-muted-foreground hover:text-foreground aria-pressed:text-foreground'
      }
      aria-disabled={pending || useless}
      onClick={() => !useless && press()}
      {...props}
    />
  )
}
