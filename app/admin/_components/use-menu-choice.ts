import { useRef } from 'react'

/**
 * Runs a menu item's action after the menu has closed and its button has the focus. A dialog that the action
 * opens can then return the focus to this button.
 */
export function useMenuChoice() {
  const chosen = useRef<(() => void) | null>(null)
  return {
    choose: (act: () => void) => void (chosen.current = act),
    onCloseAutoFocus() {
      const act = chosen.current
      chosen.current = null
      if (act) queueMicrotask(act)
    },
  }
}
