'use client'

import { Button } from '@/components/ui/button'
import { type ScheduleChange, useScheduleChanges } from './schedule-changes'

interface ChangeButtonProps extends Pick<
  React.ComponentProps<typeof Button>,
  'aria-label' | 'aria-pressed' | 'children' | 'className' | 'size' | 'variant'
> {
  change: Omit<ScheduleChange, 'onDone'>
  /** Whether there is nothing to change. */
  useless?: boolean
  /** The id of what gets the focus when it is done, where the button goes. */
  focusAfter?: string
}

/** Changes the schedule by one press. It is never `disabled`: the focus would fall to the page when a press has made it useless. */
export function ChangeButton({ change, useless = false, focusAfter, ...props }: ChangeButtonProps) {
  const { request, pending } = useScheduleChanges()
  function press() {
    const target = focusAfter && document.getElementById(focusAfter)
    request(target ? { ...change, onDone: () => target.focus() } : change)
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
