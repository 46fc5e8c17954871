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

let request: Promise<FreeCall | null> | undefined

/** All instances share one request. When it fails the line stays empty. */
function nextFreeCall(): Promise<FreeCall | null> {
  request ??= fetch('/api/slots/next').then(
    async (response) => (response.ok ? ((await response.json()) as FreeCall | null) : null),
    () => null,
  )
  return request
}

/**
 * "Next free call: Tue 1 Dec, 9:00 am NZDT", requested when the browser is idle. Its space is
 * reserved, so nothing moves.
 */
export function NextFreeCall() {
  const [call, setCall] = useState<FreeCall | null>(null)

  useEffect(() => {
    const ask = () => void nextFreeCall().then(setCall)
    const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(ask) : setTimeout(ask))
    if (document.readyState === 'complete') whenIdle()
    else addEventListener('load', whenIdle, { once: true })
    return () => removeEventListener('load', whenIdle)
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
