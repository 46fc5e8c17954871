import { LoaderCircle } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { logOut } from './_components/log-out'

/** A browser without scripts shows a message and a Logout button instead. */
export default function Loading() {
  return (
    <>
      <div role="status" className="grid min-h-svh place-items-center [@media(scripting:none)]:hidden">
        <LoaderCircle aria-hidden className="size-8 text-brand motion-safe:animate-spin" />
        <span className="sr-only">Loading...</span>
      </div>
      <form
        action={logOut}
        className="mx-auto hidden min-h-svh max-w-md content-center justify-items-start gap-4 px-5 [@media(scripting:none)]:grid"
      >
        <p>The admin needs JavaScript. Please switch it on for this site and reload the page.</p>
        <Button type="submit" size="sm">
          Logout
        </Button>
      </form>
    </>
  )
}
