import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * The visitor's time zone (`Europe/London`); null on the server and in the first render, so that
 * hydration matches.
 */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}
