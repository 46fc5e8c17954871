import { ActionButton } from './action-button'

interface SaveButtonProps extends Pick<React.ComponentProps<typeof ActionButton>, 'pending' | 'children'> {
  isChanged: boolean
}

/**
 * The submit button of a form; it has the filled style if `isChanged`. CSS and `SettingsLine` read
 * `data-changed` to find forms with unsaved changes.
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
