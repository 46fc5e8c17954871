'use client'

import { useEffect, useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { isReachable } from './_components/is-reachable'

const TRY_EVERY_MS = 3_000

/** Tries again when the site responds: the backend may be down, or the response incomplete. */
export default function AdminError({ retry }: { retry: () => void }) {
  const [, startTransition] = useTransition()
  useEffect(() => {
    const timer = setInterval(() => {
      void isReachable().then((responds) => responds && startTransition(() => retry()))
    }, TRY_EVERY_MS)
    return () => clearInterval(timer)
  }, [retry])
  return (
    <main className="mx-auto grid min-h-svh max-w-md content-center justify-items-start gap-4 px-5">
      <h1 className="text-title font-semibold">The admin cannot be shown right now</h1>
      <p>
        Our data service does not respond. Nothing that was saved is lost, and the public pages keep working.
        This page tries again by itself.
      </p>
      <Button onClick={() => retry()}>Try again</Button>
    </main>
  )
}
