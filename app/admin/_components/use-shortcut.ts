'use client'

import { useEffect, useEffectEvent } from 'react'

/** The longest pause between two keys, in milliseconds. */
const PAUSE_MS = 1_500
const typing = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]'

/** Runs when the keys are pressed one after the other ('/', 'gr'), but not while something is typed, asked or chosen from a menu. */
export function useShortcut(keys: string, run: () => void): void {
  const onKeys = useEffectEvent(run)
  useEffect(() => {
    let pressed = ''
    let last = 0
    function press(event: KeyboardEvent) {
      const { key, target, timeStamp } = event
      if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1) return
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
