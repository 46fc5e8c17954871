'use client'

import { useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { emptyValues, type FormValues } from './form-values'

/**
 * The form's values, kept in this tab until they are saved or cleared: a session that ends in between costs nothing that was typed.
 * `restored` is true while the form shows what was kept and nothing has been changed since. `owner` is whose draft it is.
 */
export function useDraft(owner: string) {
  const key = `availability-draft:${owner}`
  const hydrated = useHydrated()
  const [values, setValues] = useState<FormValues | null>(null)
  const kept = hydrated && values === null ? read(key) : null

  function update(next: FormValues) {
    setValues(next)
    if (isBlank(next)) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(next))
  }
  return { values: values ?? kept ?? emptyValues, update, restored: kept !== null }
}

/** Whether there is nothing to lose. */
export function isBlank({ editing, days, date, rows, range }: FormValues): boolean {
  const hasTimes = [...rows, range].some(({ start, end }) => start || end)
  return editing === null && days.length === 0 && !date && !hasTimes
}

function read(key: string): FormValues | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<FormValues> | null
    return kept && Array.isArray(kept.rows) && Array.isArray(kept.days) ? { ...emptyValues, ...kept } : null
  } catch {
    return null
  }
}
