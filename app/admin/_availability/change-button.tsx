'use client'

import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'

interface ChangeButtonProps<Input> extends Pick<
  React.ComponentProps<'button'>,
  'aria-label' | 'aria-pressed' | 'children'
> {
  /** The action; `input` is its argument. */
  action: (input: Input) => Promise<ActionResult>
  input: Input
  /** The error shown when no response arrives. */
  failure: string
  /** 'outline' for a button on its own; the default is a small button for list rows. */
  variant?: 'outline'
  /** True if there is nothing to change. */
  disabled?: boolean
  /** The id of the element that gets the focus after the change, if the button is removed. */
  focusAfter?: string
}

/**
 * A button that changes the schedule. It is `aria-disabled`, not `disabled`, to keep the focus when nothing
 * is left to change.
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
