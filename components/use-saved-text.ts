'use client'

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'

/** Saves the text of `fields` in this tab's sessionStorage, and fills empty fields with it on mount. */
export function useSavedText(
  form: RefObject<HTMLFormElement | null>,
  key: string,
  fields: readonly string[],
) {
  useLayoutEffect(() => {
    const saved = read(key)
    for (const field of inputs(form.current, fields)) if (!field.value) field.value = saved[field.name] ?? ''
  }, [form, key, fields])

  function saveText() {
    const text = inputs(form.current, fields).map(({ name, value }) => [name, value])
    writeStorage('sessionStorage', key, JSON.stringify(Object.fromEntries(text)))
  }
  return { saveText, clearText: () => writeStorage('sessionStorage', key, null) }
}

/** For the reload button alone: the text is deleted once the form has it again. Returns what saves it. */
export function useTextForReload(...args: Parameters<typeof useSavedText>): () => void {
  const [form, , fields] = args
  const { saveText, clearText } = useSavedText(...args)
  const takeBack = useEffectEvent(() => {
    clearText()
    const isFilled = inputs(form.current, fields).some(({ value }) => value)
    if (isFilled) form.current?.closest('details')?.setAttribute('open', '')
  })
  useEffect(() => takeBack(), [])
  return saveText
}

function inputs(form: HTMLFormElement | null, fields: readonly string[]) {
  return fields.flatMap((name) => {
    const field = form?.elements.namedItem(name)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? [field] : []
  })
}

function read(key: string): Record<string, string> {
  try {
    const saved: unknown = JSON.parse(readStorage('sessionStorage', key) ?? '{}')
    return Object.fromEntries(Object.entries(saved ?? {}).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}
