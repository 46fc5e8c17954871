import { useId } from 'react'
import { OfferText } from '@/components/offer/offer-text'
import type { DraftProblem } from '@/lib/offers/draft'

interface OfferPreviewProps {
  /** The text of the offer; null while the draft is incomplete. */
  text: string | null
  /** The problems to solve before sending. */
  problems: DraftProblem[]
  version: number
  /** Moves the focus to the field of a problem. */
  onShow: (problem: DraftProblem) => void
}

/**
 * The offer as the person will see it. While the draft is incomplete, its problems, each with a button that
 * leads to its field.
 */
export function OfferPreview({ text, problems, version, onShow }: OfferPreviewProps) {
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
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        aria-labelledby={preview}
        role="region"
        className="mt-3 min-h-0 overflow-y-auto rounded-xl border border-border bg-card px-5 py-6 text-base text-card-foreground sm:px-7"
      >
        {text === null ? (
          <div className="grid gap-3 text-sm">
            <h3 className="font-semibold">Before you can send it</h3>
            <ul className="divide-y divide-border border-y border-border">
              {problems.map((problem) => (
                <li key={problem.field}>
                  <button
                    type="button"
                    onClick={() => onShow(problem)}
                    className="min-h-11 w-full rounded py-1.5 text-left font-medium text-brand underline-offset-3 hover:underline"
                  >
                    {problem.problem}
                  </button>
                </li>
              ))}
            </ul>
            <p className="text-muted-foreground">The offer stands here once it is complete.</p>
          </div>
        ) : (
          <OfferText text={text} />
        )}
      </div>
    </div>
  )
}
