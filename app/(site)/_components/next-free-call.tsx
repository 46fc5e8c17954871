'use client'

import Link from 'next/link'
import { type ReactNode, useEffect, useState } from 'react'
import { machineZone } from '@/components/use-visitor-zone'
import { paths } from '@/lib/paths'

interface FreeCall {
  /** `YYYY-MM-DD`, a studio date. */
  date: string
  /** The call's start, ISO 8601. */
  instant?: string
  /** 'Tue 1 Dec, 9:00 am NZDT'. */
  words: string
}

/** 'Mon 30 Nov, 9:00 pm your time'; visitors on the studio's clock get `words`. */
function inTheirTime({ instant, words }: FreeCall): string {
  const timeZone = machineZone()
  if (!timeZone || !instant) return words
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: 'numeric', minute: '2-digit', hour12: true },
  }).formatToParts(new Date(instant))
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value
  const half = of('dayPeriod')?.toLowerCase()
  const theirs = `${of('weekday')} ${of('day')} ${of('month')}, ${of('hour')}:${of('minute')} ${half}`
  return words.startsWith(theirs) ? words : `${theirs} your time`
}

/** The server caches the next free call for as long. */
const MAX_AGE_MS = 30_000

let request: Promise<FreeCall | null>
let until = 0

/**
 * All instances share one request, until it is old or failed. After a failure the line stays empty. The time
 * is formatted here, once, because the first date that a browser formats takes a phone 50 ms, too long during
 * a render.
 */
function nextFreeCall() {
  if (Date.now() > until) {
    until = Date.now() + MAX_AGE_MS
    request = fetch('/api/slots/next')
      .then((response): Promise<FreeCall | null> | null => (response.ok ? response.json() : null))
      .then((call) => call && { ...call, words: inTheirTime(call) })
      .catch(() => null)
    void request.then((call) => call || (until = 0))
  }
  return request
}

/**
 * "Next free call: Tue 1 Dec, 9:00 am NZDT", or the same by the visitor's own clock. It requests the time
 * when the browser is idle, and when the visitor returns to the page. Until then, and without scripts, it is
 * `children`. Its space is reserved, so nothing moves.
 */
export function NextFreeCall({ children }: { children?: ReactNode }) {
  const [call, setCall] = useState<FreeCall | null>(null)

  useEffect(() => {
    const ask = () => void (document.hidden || nextFreeCall().then(setCall))
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(ask) : setTimeout(ask))
    if (document.readyState === 'complete') whenIdle()
    else addEventListener('load', whenIdle, { once: true })
    // This event also fires when the page returns from the back/forward cache.
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('load', whenIdle)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])

  return (
    <p className="flex min-h-11 items-center text-base">
      {call ? (
        <Link
          href={`${paths.booking}?date=${call.date}`}
          prefetch={false}
          className="underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {/* A separate box keeps the time on one line; a link's underline does not reach into it. */}
          Next free call: <span className="inline-block [text-decoration:inherit]">{call.words}</span>
        </Link>
      ) : (
        children
      )}
    </p>
  )
}
