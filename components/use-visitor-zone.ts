import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Null if unknown: a machine without a zone reports `Etc/Unknown` in Chrome, and nothing elsewhere. */
export function machineZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  try {
    return timeZone ? Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
}

let zone: string | null | undefined

/** Null also on the server and in the first render, so that hydration matches. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => (zone === undefined ? (zone = machineZone()) : zone),
    () => null,
  )
}
