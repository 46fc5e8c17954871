'use client'

import { ActionButton } from '../_components/action-button'
import { useAdminAction } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'

interface ChangeButtonProps<Input> extends Pick<
  React.ComponentProps<'button'>,
  'aria-label' | 'aria-pressed' | 'children'
> {
  action: (input: Input) => Promise<ActionResult>
  input: Input
  failure: string
  variant?: 'outline'
  disabled?: boolean
  /** The id of the element to focus after the change, if the button is removed. */
  focusAfter?: string
}

/** Uses `aria-disabled`, because a disabled button would lose the focus. */
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
      result.kind === 'done' && document.getElementById(focusAfter)?.focus()
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
