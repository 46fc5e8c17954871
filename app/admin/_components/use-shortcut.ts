'use client'

import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

/** The longest pause between two keys, in milliseconds. */
const PAUSE_MS = 1_500
const typing = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]'
const SETTING = 'shortcuts'

const areOn = () => readStorage('localStorage', SETTING) !== 'off'

/** Whether single keys do something, as this browser remembers it, and a way to switch that: speech and shaky hands press keys unasked. */
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

/** Runs when the keys are pressed one after the other ('/', 'gr'), but not while something is typed, asked or chosen from a menu. */
export function useShortcut(keys: string, run: () => void): void {
  const onKeys = useEffectEvent(run)
  useEffect(() => {
    let pressed = ''
    let last = 0
    function press(event: KeyboardEvent) {
      const { key, target, timeStamp } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1 || !areOn()) return
      if (target instanceof Element && target.closest(typing)) return
      pressed = (timeStamp - last > PAUSE_MS ? '' : pressed + key).slice(-keys.length) || key
      last = timeStamp
      if (pressed !== keys) return
      event.preventDefault()
      pressed = ''
      onKeys()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}
