'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const typing = 'input, textarea, select, [role=alertdialog], [role=menu]'
const SETTING = 'shortcuts'

const areOn = () => readStorage('localStorage', SETTING) !== 'off'

/**
 * Whether shortcuts are on, as stored in this browser, and a function to switch them: speech input
 * and shaky hands press keys by accident.
 */
export function useShortcutSetting() {
  const on = useSyncExternalStore(listen, areOn, () => true)
  function toggle() {
    writeStorage('localStorage', SETTING, on ? 'off' : null)
    dispatchEvent(new StorageEvent('storage')) // the browser tells other tabs only
  }
  return { on, toggle }
}

function listen(onChange: () => void) {
  addEventListener('storage', onChange)
  return () => removeEventListener('storage', onChange)
}

/**
 * Calls `run` when the key is pressed, but not in a field, a menu or a question, and in a dialog
 * only with `inDialogs`.
 */
export function useShortcut(key: string, run: () => void, { inDialogs = false } = {}): void {
  const onKey = useEffectEvent(run)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !areOn()) return
      const elsewhere = inDialogs ? typing : `${typing}, [role=dialog]`
      if (event.target instanceof Element && event.target.closest(elsewhere)) return
      event.preventDefault()
      onKey()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [key, inDialogs])
}
