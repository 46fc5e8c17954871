import { useRef } from 'react'

/** Runs the action after the menu's button has got the focus, so that a dialog can return the focus to it. */
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
