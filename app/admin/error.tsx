'use client'

import { Button } from '@/components/ui/button'

/** The desk could not be made: the backend is away, or we made a mistake. The server has logged which. */
export default function DeskError({ retry }: { retry: () => void }) {
  return (
    <main className="mx-auto grid min-h-svh max-w-md content-center justify-items-start gap-4 px-5">
      <h1 className="text-title font-semibold">The desk cannot be shown right now</h1>
      <p>
        Our data service did not answer. Nothing that was saved is lost, and the public pages keep working.
        Please try again in a minute.
      </p>
      <Button onClick={() => retry()}>Try again</Button>
    </main>
  )
}
