import type { StoredRequest } from '@/lib/booking/form'
import { booking as words, linkText } from '@/lib/content/booking'
import { site } from '@/lib/content/studio'
import { ChosenTime } from './chosen-time'
import { KeepLink } from './keep-link'

export function BookedCall({
  call,
  zone,
}: {
  call: StoredRequest & { kind: 'booking' }
  zone: string | null
}) {
  const { manage: path } = call
  return (
    <section
      aria-label={words.bookedCall}
      className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-lg border border-border bg-card px-5 py-3"
    >
      <div>
        <span className="text-muted-foreground">{`${words.bookedCall} `}</span>
        <ChosenTime slot={call} zone={zone} />
      </div>
      {path && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {/* Hydrated, because the server never renders a booked call above the form. */}
          <KeepLink call={call} url={(call.origin ?? site.url) + path} hydrated isOneLine />
          <a href={path} className="link inline-flex min-h-11 items-center">
            {linkText.open}
          </a>
        </div>
      )}
    </section>
  )
}
