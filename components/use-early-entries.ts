'use client'

import { type RefObject, useLayoutEffect, useState } from 'react'

let isHydrated = false

/** React loses early entries if it renders the form again, for example after a browser extension's edit. */
export function useEarlyEntries(form: RefObject<HTMLFormElement | null>, id: string): void {
  // Reads the server's form during render, because React replaces that form before any effect runs.
  const [early] = useState(() =>
    isHydrated || typeof document === 'undefined' ? null : document.getElementById(id),
  )
  useLayoutEffect(() => {
    isHydrated = true
    if (!early || early === form.current) return
    const entries = fieldsOf(early)
    for (const field of fieldsOf(form.current)) {
      const isChoice = field.type === 'radio' || field.type === 'checkbox'
      const entry = entries.find(
        ({ name, value }) => name === field.name && (!isChoice || value === field.value),
      )
      if (!entry) continue
      if (isChoice) field.checked = entry.checked
      else if (!field.value) field.value = entry.value
    }
  }, [form, early])
}

function fieldsOf(form: HTMLElement | null): HTMLInputElement[] {
  const fields = form?.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea') ?? []
  return [...fields].filter(({ name }) => name)
}
