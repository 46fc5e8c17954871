import { LoaderCircle } from 'lucide-react'

/** The full-screen spinner while the session loads. */
export default function Loading() {
  return (
    <div role="status" className="grid min-h-svh place-items-center">
      <LoaderCircle aria-hidden className="size-8 text-brand motion-safe:animate-spin" />
      <span className="sr-only">Loading...</span>
    </div>
  )
}
