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
    setTicks((now) => keepUnticked(now))
  }
  return [ticks, setTicks] as const
}

/** Leaves out the ticked rows, of `ids` if given. */
export function keepUnticked(ticks: Ticks, ids?: Set<string>): Ticks {
  return Object.fromEntries(
    Object.entries(ticks).filter(([id, isTicked]) => !isTicked || ids?.has(id) === false),
  )
}

export function tickAll(ticks: Ticks, rows: { id: string }[]): Ticks {
  return { ...ticks, ...Object.fromEntries(rows.map(({ id }) => [id, true])) }
}
