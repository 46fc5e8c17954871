import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The visitor's time zone (`Europe/London`); null on the server and in the first render, which therefore agree. */
export function useVisitorZone(): string | null {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  )
}
