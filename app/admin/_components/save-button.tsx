import { ActionButton } from './action-button'

interface SaveButtonProps extends Pick<React.ComponentProps<typeof ActionButton>, 'pending' | 'children'> {
  /** True if the form differs from what is stored. */
  isChanged: boolean
}

/**
 * The submit button of a form: the page's main action once something in the form is changed. `data-changed` lets
 * other parts of the page give way to it.
 */
export function SaveButton({ isChanged, ...props }: SaveButtonProps) {
  return (
    <ActionButton
      type="submit"
      size="sm"
      variant={isChanged ? 'default' : 'outline'}
      data-changed={isChanged || undefined}
      {...props}
    />
  )
}
