import { ActionButton } from './action-button'

interface SaveButtonProps extends Pick<React.ComponentProps<typeof ActionButton>, 'pending' | 'children'> {
  isChanged: boolean
}

/**
 * A form's submit button, in the filled style if `isChanged`. CSS and `SettingsLine` find changed forms by
 * `data-changed`.
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
