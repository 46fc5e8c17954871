import { useState } from 'react'

type Ticks = Record<string, boolean>

/**
 * True for ticked rows, false for unticked ones, by id. A row that is neither is ticked if its call is to be
 * asked for another time. Another list, order or page keeps what is unticked, because a visitor whose row is
 * ticked again would get a letter.
 */
export function useTicks(listName: string) {
  const [ticks, setTicks] = useState<Ticks>({})
  const [tickedList, setTickedList] = useState(listName)
  if (tickedList !== listName) {
    setTickedList(listName)
    setTicks((current) => dropTicked(current))
  }
  return [ticks, setTicks] as const
}

/** Without the ticked rows; with `ids`, only without those of them that are ticked. */
export function dropTicked(ticks: Ticks, ids?: Set<string>): Ticks {
  return Object.fromEntries(
    Object.entries(ticks).filter(([id, isTicked]) => !isTicked || ids?.has(id) === false),
  )
}

export function tickAll(ticks: Ticks, rows: { id: string }[]): Ticks {
  return { ...ticks, ...Object.fromEntries(rows.map(({ id }) => [id, true])) }
}
