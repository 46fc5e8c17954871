'use client'

import { useEffect, useState } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const KEPT = 'kept-text'

/**
 * The text of a field, stored in this tab under `key` until it is set to null. Only for components
 * that are rendered in the browser alone, because a server does not know the text.
 */
export function useKeptText(key: string) {
  const [text, setText] = useState(() => readStorage('sessionStorage', key))
  useEffect(() => {
    const follow = ({ detail }: CustomEvent<string>) => {
      if (detail === key) setText(readStorage('sessionStorage', key))
    }
    addEventListener(KEPT, follow as EventListener)
    return () => removeEventListener(KEPT, follow as EventListener)
  }, [key])
  function keepText(next: string | null) {
    setText(next)
    writeStorage('sessionStorage', key, next)
  }
  return [text, keepText] as const
}

/** Stores a text from elsewhere, which a field that is open shows at once. */
export function storeKeptText(key: string, text: string): void {
  writeStorage('sessionStorage', key, text)
  dispatchEvent(new CustomEvent(KEPT, { detail: key }))
}
