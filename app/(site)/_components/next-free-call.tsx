'use client'

import Link from 'next/link'
import { useEffect, useState } from 'react'
import { paths } from '@/lib/paths'

interface FreeCall {
  /** `YYYY-MM-DD`, a studio date. */
  date: string
  /** 'Tue 1 Dec, 9:00 am NZDT'. */
  words: string
}

/** As long as the server keeps it. */
const MAX_AGE_MS = 30_000

let request: Promise<FreeCall | null>
let until = 0

/** All instances share one request, until it is old or gave none. When it fails the line stays empty. */
function nextFreeCall() {
  if (Date.now() > until) {
    until = Date.now() + MAX_AGE_MS
    request = fetch('/api/slots/next')
      .then((response): Promise<FreeCall | null> | null => (response.ok ? response.json() : null))
      .catch(() => null)
    void request.then((call) => call || (until = 0))
  }
  return request
}

/**
 * "Next free call: Tue 1 Dec, 9:00 am NZDT", requested when the browser is idle, and when the page is
 * looked at again. Its space is reserved, so nothing moves.
 */
export function NextFreeCall() {
  const [call, setCall] = useState<FreeCall | null>(null)

  useEffect(() => {
    const ask = () => void (document.hidden || nextFreeCall().then(setCall))
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(ask) : setTimeout(ask))
    if (document.readyState === 'complete') whenIdle()
    else addEventListener('load', whenIdle, { once: true })
    // Also when the page comes back from the back/forward cache.
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('load', whenIdle)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])

  return (
    <p className="mt-4 flex min-h-11 items-center text-base">
      {call && (
        <Link
          href={`${paths.booking}?date=${call.date}`}
          prefetch={false}
          className="underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {/* A box of its own stays in one line, but a link's underline does not reach into it. */}
          Next free call: <span className="inline-block [text-decoration:inherit]">{call.words}</span>
        </Link>
      )}
    </p>
  )
}
