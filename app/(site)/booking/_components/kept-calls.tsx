import { useRef, useState, useSyncExternalStore } from 'react'
import { ignorePresses, MOMENT_MS } from '@/components/ignore-presses'
import type { StoredRequest } from '@/lib/booking/form'
import {
  forgetCall,
  keepCall,
  type KeptCall,
  parseKept,
  readKeptText,
  subscribeToKept,
} from '@/lib/booking/kept-calls'
import { formatDay } from '@/lib/dates'

interface KeptCallsProps {
  except: StoredRequest | undefined
  hydrated: boolean
}

/**
 * A line for each call saved in this browser, except the one whose confirmation the page shows.
 * Before hydration their space, which the script of reserve-kept-calls.ts measures, so that nothing
 * moves when they come.
 */
export function KeptCalls({ except, hydrated }: KeptCallsProps) {
  const kept = parseKept(useSyncExternalStore(subscribeToKept, readKeptText, () => null))
  // The calls that were forgotten on this page. That can be undone until the page is left.
  const [forgotten, setForgotten] = useState<KeptCall[]>([])
  const isNot =
    ({ manage }: KeptCall) =>
    (call: KeptCall) =>
      call.manage !== manage

  const toggledAt = useRef(-Infinity)
  function toggle(call: KeptCall, gone: boolean, event: React.MouseEvent<HTMLElement>) {
    // A double press, also with Enter, would undo itself.
    if (event.timeStamp - toggledAt.current < MOMENT_MS) return
    toggledAt.current = event.timeStamp
    ignorePresses(event.currentTarget.closest('li'))
    if (gone) return keepCall(call)
    forgetCall(call.manage)
    setForgotten([...forgotten.filter(isNot(call)), call])
  }
  const shown = [...kept, ...forgotten.filter((call) => kept.every(isNot(call)))]
    .filter(({ manage }) => except?.kind !== 'booking' || manage !== except.manage)
    .sort((a, b) => (a.date + a.end_time < b.date + b.end_time ? -1 : 1))
  if (!hydrated) return <div className="kept-space" />
  if (shown.length === 0) return null
  return (
    <ul className="mt-3 text-sm text-muted-foreground">
      {shown.map((call) => {
        const day = formatDay(call.date)
        const gone = !kept.includes(call)
        return (
          <li key={call.manage} className="flex flex-col items-start gap-x-2 sm:flex-row sm:items-center">
            <span role="status" className="inline-flex min-h-11 items-center">
              {gone ? (
                'Forgotten on this device'
              ) : (
                <a href={call.manage} className="link inline-flex min-h-11 items-center text-foreground">
                  Your call on {day}: change or cancel
                </a>
              )}
            </span>
            <span aria-hidden className="max-sm:hidden">
              ·
            </span>
            {/* One button, so that it keeps the focus. */}
            <button
              type="button"
              onClick={(event) => toggle(call, gone, event)}
              className="min-h-11 underline underline-offset-4 hover:text-foreground"
            >
              {gone ? 'Undo' : 'Forget on this device'}
              <span className="sr-only">: the call on {day}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
