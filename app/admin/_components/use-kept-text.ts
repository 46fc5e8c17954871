'use client'

import { useState } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

/**
 * The text of a field, stored in this tab under `key` until it is set to null. Only for components
 * that are rendered in the browser alone, because a server does not know the text.
 */
export function useKeptText(key: string) {
  const [text, setText] = useState(() => readStorage('sessionStorage', key))
  function keepText(next: string | null) {
    setText(next)
    writeStorage('sessionStorage', key, next)
  }
  return [text, keepText] as const
}
