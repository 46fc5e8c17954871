'use client'

import { type RefObject, useLayoutEffect } from 'react'
import { keep, readStored } from '@/components/browser-storage'

/**
 * The text of a form's fields, kept in this tab under `key`. What was kept is put into those of the named `fields` that are still empty
 * when the form appears. `keepText` stores what stands there now, `forgetText` drops it.
 */
export function useKeptText(form: RefObject<HTMLFormElement | null>, key: string, fields: readonly string[]) {
  useLayoutEffect(() => {
    const kept = read(key)
    for (const field of inputs(form.current, fields)) if (!field.value) field.value = kept[field.name] ?? ''
  }, [form, key, fields])

  function keepText() {
    const text = inputs(form.current, fields).map(({ name, value }) => [name, value])
    keep('sessionStorage', key, JSON.stringify(Object.fromEntries(text)))
  }
  return { keepText, forgetText: () => keep('sessionStorage', key, null) }
}

function inputs(form: HTMLFormElement | null, fields: readonly string[]) {
  return fields.flatMap((name) => {
    const field = form?.elements.namedItem(name)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? [field] : []
  })
}

function read(key: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(readStored('sessionStorage', key) ?? '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}
