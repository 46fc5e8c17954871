import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * The zone of this machine (`Europe/London`); null where it has none that dates can be written in.
 * Chrome then calls it `Etc/Unknown`, others leave it out.
 */
export function machineZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  try {
    return timeZone ? Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
}

let zone: string | null | undefined

/**
 * The visitor's time zone; null where it is not known, on the server and in the first render, so
 * that hydration matches.
 */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => (zone === undefined ? (zone = machineZone()) : zone),
    () => null,
  )
}
