import { useId } from 'react'
import { OfferText } from '@/components/offer/offer-text'
import type { readOffer } from '@/lib/offers/draft'
import { writeOffer } from '@/lib/offers/text'

interface OfferPreviewProps {
  offer: ReturnType<typeof readOffer>
  version: number
  today: string
}

/** The offer as its reader will see it, or the list of missing parts. */
export function OfferPreview({ offer, version, today }: OfferPreviewProps) {
  const preview = useId()
  return (
    <div className="lg:tall:sticky lg:tall:max-h-[calc(100dvh-8.25rem)] min-w-0 max-lg:not-group-has-[[value=preview]:checked]/offer:hidden lg:top-29 lg:flex lg:flex-col lg:self-start">
      <div className="flex justify-between gap-4">
        <h2 id={preview} className="font-semibold">
          What they will read
        </h2>
        <p className="text-muted-foreground">{`Version ${version}, not sent`}</p>
      </div>
      <div
        // It scrolls, so the keyboard has to reach it.
        tabIndex={0}
        aria-labelledby={preview}
        role="region"
        className="mt-3 min-h-0 overflow-y-auto rounded-xl border border-border bg-card px-5 py-6 text-base text-card-foreground sm:px-7"
      >
        {'problem' in offer ? (
          <p className="text-sm text-muted-foreground">
            It stands here once the offer is complete. {offer.problem}
          </p>
        ) : (
          <OfferText text={writeOffer(offer, { version, date: today })} />
        )}
      </div>
    </div>
  )
}
