'use client'

import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'

interface ChangeButtonProps<Input> extends Pick<
  React.ComponentProps<'button'>,
  'aria-label' | 'aria-pressed' | 'children'
> {
  /** The action, and what it is called with. */
  action: (input: Input) => Promise<ActionResult>
  input: Input
  /** The error's sentence when no response comes. */
  failure: string
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
  failure,
  variant,
  disabled = false,
  focusAfter = '',
  ...props
}: ChangeButtonProps<Input>) {
  const { run, pending } = useAdminAction()
  function press() {
    if (disabled) return
    const onResult = (result: ActionResult) =>
      'message' in result && document.getElementById(focusAfter)?.focus()
    run(() => action(input), { failure, onResult, focusAfter })
  }
  const isOff = pending || disabled
  if (variant) return <ActionButton size="sm" variant={variant} pending={isOff} onClick={press} {...props} />
  return (
    <button
      type="button"
      className="line-button"
      aria-disabled={isOff || undefined}
      onClick={press}
      {...props}
    />
  )
}
