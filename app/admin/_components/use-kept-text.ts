'use client'

import { useState } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

/**
 * What is typed into a field, kept in this tab under `key` until it is set to null. For parts that
 * are rendered in the browser only: a server knows nothing of it.
 */
export function useKeptText(key: string) {
  const [text, setText] = useState(() => readStorage('sessionStorage', key))
  function keepText(next: string | null) {
    setText(next)
    writeStorage('sessionStorage', key, next)
  }
  return [text, keepText] as const
}
