import { useState } from 'react'
import { type Package, packages } from '@/lib/content/packages'
import type { OfferDraft } from '@/lib/offers/draft'
import { packageFields } from '@/lib/offers/package-fields'
import { ChoicePill } from '../../_components/choice-pill'

/** The first line of the price names the chosen package. */
export function StartFrom({
  draft,
  onChange,
}: {
  draft: OfferDraft
  onChange: (change: Partial<OfferDraft>) => void
}) {
  const [before, setBefore] = useState<Partial<OfferDraft> | null>(null)

  function fill(item: Package) {
    const { title, lines, included, weeks } = draft
    const isOwnTitle = packages.items.every(({ name }) => !title.startsWith(`${name}: `))
    const rest = isOwnTitle ? title : title.slice(title.indexOf(': ') + 2)
    setBefore({ title, lines, included, weeks })
    onChange({ title: `${item.name}: ${rest}`, ...packageFields(item) })
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Start from</legend>
      <div className="grid grid-cols-3 gap-1.5 sm:gap-2">
        {packages.items.map((item) => (
          <ChoicePill
            key={item.id}
            type="radio"
            name="package"
            value={item.id}
            checked={draft.lines[0]?.text === item.name}
            onChange={() => fill(item)}
            className="min-h-13 justify-start rounded-lg px-2.5 leading-snug"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{item.name}</span>
              <span className="block text-xs font-normal">
                {item.price}
                <span className="max-sm:hidden">{`, ${item.timeline}`}</span>
              </span>
            </span>
          </ChoicePill>
        ))}
      </div>
      <p role="status" className="mt-1.5 text-muted-foreground">
        <span key={String(before === null)}>
          {before
            ? 'Price, scope and weeks are filled in. '
            : 'Fills in price, scope and weeks. You change them for this offer.'}
        </span>
        {before && (
          <button
            type="button"
            className="rounded font-semibold text-brand underline underline-offset-3"
            onClick={() => {
              onChange(before)
              setBefore(null)
            }}
          >
            Undo
          </button>
        )}
      </p>
    </fieldset>
  )
}
