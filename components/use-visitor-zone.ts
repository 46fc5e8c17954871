import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * The time zone of this machine, such as `Europe/London`; null if it is unknown or the browser cannot format
 * dates in it. A machine without a zone reports `Etc/Unknown` in Chrome, and nothing in other browsers.
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
 * The visitor's time zone. Null if it is unknown, and on the server and in the first render, so that
 * hydration matches.
 */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => (zone === undefined ? (zone = machineZone()) : zone),
    () => null,
  )
}
