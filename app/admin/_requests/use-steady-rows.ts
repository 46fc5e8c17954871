'use client'

import { useState } from 'react'

/**
 * The rows; while `still`, none comes, goes or moves, though what each says follows. `list` names
 * the list: another one is shown at once.
 */
export function useSteadyRows<Row extends { id: string }>(rows: Row[], list: string, still: boolean): Row[] {
  const [last, setLast] = useState({ rows, list })
  const shown =
    still && last.list === list ? last.rows.map((row) => rows.find(({ id }) => id === row.id) ?? row) : rows
  const isSame = shown.length === last.rows.length && shown.every((row, index) => row === last.rows[index])
  if (!isSame || last.list !== list) setLast({ rows: shown, list })
  return shown
}
