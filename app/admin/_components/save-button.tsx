import { ActionButton } from './action-button'

interface SaveButtonProps extends Pick<React.ComponentProps<typeof ActionButton>, 'pending' | 'children'> {
  isChanged: boolean
}

/**
 * A form's submit button, filled once the form `isChanged`. `data-changed` marks the form for CSS and
 * `SettingsLine`.
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
