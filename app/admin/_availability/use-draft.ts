'use client'

import { useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import type { TimeRange } from '@/lib/availability/schedule'
import { emptyValues, type FormValues } from './form-values'

/**
 * A form's values, stored in this tab until they are saved or cleared, so that nothing typed is
 * lost when the session ends. Null when there are none. `restored` is true while the form shows
 * stored values that have not been changed since. `name` identifies the person and the form.
 */
export function useDraft(name: string) {
  const key = `availability-draft:${name}`
  const hydrated = useHydrated()
  const [changed, setChanged] = useState<{ values: FormValues | null } | null>(null)
  const kept = hydrated && changed === null ? read(key) : null

  function update(values: FormValues | null) {
    setChanged({ values })
    writeStorage('sessionStorage', key, values && !isBlank(values) ? JSON.stringify(values) : null)
  }
  return { values: changed ? changed.values : kept, update, restored: kept !== null }
}

/** Whether nothing has been typed or chosen. */
export function isBlank({ editing, days, date, rows, range }: FormValues): boolean {
  const hasTimes = [...rows, range].some(({ start_time, end_time }) => start_time || end_time)
  return editing === null && days.length === 0 && !date && !hasTimes
}

function read(key: string): FormValues | null {
  try {
    const kept = JSON.parse(readStorage('sessionStorage', key) ?? 'null') as Partial<FormValues> | null
    if (!kept || !Array.isArray(kept.rows) || !Array.isArray(kept.days)) return null
    const values = { ...emptyValues, ...kept }
    // A draft from before an update may have other fields.
    return [...values.rows, values.range].every((row) => isTimeRange(row)) ? values : null
  } catch {
    return null
  }
}

function isTimeRange(row: Partial<TimeRange> | null): boolean {
  return typeof row?.start_time === 'string' && typeof row.end_time === 'string'
}
