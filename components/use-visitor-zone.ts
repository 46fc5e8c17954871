import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * This machine's time zone, such as `Europe/London`; null if unknown or unusable. A machine without a zone
 * reports `Etc/Unknown` in Chrome, and nothing in other browsers.
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
