'use client'

import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { machineZone } from '@/components/use-visitor-zone'
import { paths } from '@/lib/paths'

interface FreeCall {
  /** In the studio's time zone, `YYYY-MM-DD`. */
  date: string
  /** ISO 8601. */
  instant?: string
  /** 'Tue 1 Dec, 9:00 am EST'. */
  words: string
}

/** The first call that does not begin between 10 pm and 7 am in `timeZone`, with its start in that zone. */
export function firstByDay(calls: FreeCall[], timeZone = machineZone()): FreeCall | null {
  if (!timeZone) return calls[0] ?? null
  const clock = new Intl.DateTimeFormat('en', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  for (const call of calls) {
    if (!call.instant) return call
    const parts = clock.formatToParts(new Date(call.instant))
    const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
    const hour = Number(of('hour'))
    // On a clock of 12 or 24 hours, as in `words`.
    const time = / [ap]m /.test(call.words)
      ? `${hour % 12 || 12}:${of('minute')} ${hour < 12 ? 'am' : 'pm'}`
      : `${of('hour')}:${of('minute')}`
    const theirs = `${of('weekday')} ${of('day')} ${of('month')}, ${time}`
    if (call.words.startsWith(theirs)) return call
    if (hour >= 7 && hour < 22) return { ...call, words: `${theirs} your time` }
  }
  return null
}

// The server caches the next free call for the same time.
const MAX_AGE_MS = 30_000

let request: Promise<FreeCall | null>
let until = 0

/**
 * All instances of `NextFreeCall` share one response. The time is formatted here and not during a render,
 * because the first date that a browser formats takes 50 ms on a phone.
 */
function nextFreeCall() {
  if (Date.now() > until) {
    until = Date.now() + MAX_AGE_MS
    request = fetch('/api/slots/next')
      .then((response): Promise<(FreeCall & { later?: FreeCall[] }) | null> | null =>
        response.ok ? response.json() : null,
      )
      .then((call) => call && firstByDay([call, ...(call.later ?? [])]))
      .catch(() => null)
    void request.then((call) => call || (until = 0))
  }
  return request
}

/** Asks when the browser is idle and on each return to the page. The line's space is reserved. */
export function NextFreeCall({ children }: { children?: ReactNode }) {
  const [call, setCall] = useState<FreeCall | null>(null)

  useEffect(() => {
    const ask = () => void (document.hidden || nextFreeCall().then(setCall))
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(ask) : setTimeout(ask))
    if (document.readyState === 'complete') whenIdle()
    else addEventListener('load', whenIdle, { once: true })
    // 'visibilitychange' also fires when the page returns from the back/forward cache.
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('load', whenIdle)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])

  return (
    <p className="next-free-call">
      {call ? (
        <Link
          href={`${paths.booking}?date=${call.date}`}
          prefetch={false}
          className="flex min-h-11 items-center"
        >
          <span className="underline decoration-1 underline-offset-4 hover:decoration-2">
            {/* A separate box keeps the time on one line; a link's underline does not reach into it. */}
            Next free call: <span className="inline-block [text-decoration:inherit]">{call.words}</span>
          </span>
        </Link>
      ) : (
        children
      )}
    </p>
  )
}
