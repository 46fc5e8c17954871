import type { ActionResult } from '../action-result'
import { ActionButton } from './action-button'
import { type RunOptions, useAdminAction } from './use-admin-action'

interface RunButtonProps extends Omit<React.ComponentProps<typeof ActionButton>, 'pending' | 'onClick'> {
  action: () => Promise<ActionResult>
  options: RunOptions
}

export function RunButton({ action, options, ...props }: RunButtonProps) {
  const { run, pending } = useAdminAction()
  return <ActionButton pending={pending} onClick={() => run(action, options)} {...props} />
}
