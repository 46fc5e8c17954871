import { useEffect, useState } from 'react'

const LONG_MS = 10_000

export function StillSending({ pending }: { pending: boolean }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [pending])
  return (
    <p
      aria-live="polite"
      className={
        isLong
          ? 'fixed inset-x-4 bottom-4 z-10 mx-auto w-fit rounded-lg border border-border bg-card px-4 py-3 font-medium'
          : 'sr-only'
      }
    >
      {isLong && 'Still sending. You may leave this open.'}
    </p>
  )
}
