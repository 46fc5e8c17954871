import type { ActionResult } from '../action-result'
import { ActionButton } from './action-button'
import { useAdminAction } from './use-admin-action'
import type { RunOptions } from './use-report'

interface RunButtonProps extends Omit<React.ComponentProps<typeof ActionButton>, 'pending' | 'onClick'> {
  action: () => Promise<ActionResult>
  options: RunOptions
}

export function RunButton({ action, options, ...props }: RunButtonProps) {
  const { run, pending } = useAdminAction()
  return <ActionButton pending={pending} onClick={() => run(action, options)} {...props} />
}
