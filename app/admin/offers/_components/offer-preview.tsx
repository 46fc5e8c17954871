import { useId } from 'react'
import { OfferPaper, OfferText } from '@/components/offer/offer-text'
import type { DraftProblem, OfferDraft } from '@/lib/offers/draft'
import { draftSheet, type Gap, splitGaps } from '@/lib/offers/preview'

interface OfferPreviewProps {
  draft: OfferDraft
  today: string
  /** Null while the draft is incomplete. */
  text: string | null
  problems: DraftProblem[]
  version: number
  /** Moves the focus to the field of a problem. */
  onShow: (problem: DraftProblem) => void
}

const counts = ['', 'one gap', 'two gaps', 'three gaps', 'four gaps', 'five gaps', 'six gaps', 'seven gaps']

/** The gaps of an incomplete draft are buttons that lead to their fields. */
export function OfferPreview({ draft, today, text, problems, version, onShow }: OfferPreviewProps) {
  const preview = useId()
  const sheet = text === null ? draftSheet(draft, { version, date: today }) : null
  const gaps = splitGaps(JSON.stringify(sheet)).filter((part) => typeof part !== 'string')
  const others = problems.filter(({ field }) => gaps.every((gap) => gap.field !== field))
  const show = ({ field, words }: Gap) =>
    onShow(problems.find((problem) => problem.field === field) ?? { field, problem: `Missing: ${words}.` })
  const button = (gap: Gap, key?: number) => (
    <button
      key={key}
      type="button"
      onClick={() => show(gap)}
      className="rounded border border-dashed border-muted-foreground px-1 text-muted-foreground hover:border-foreground hover:text-foreground"
    >
      {gap.words}
    </button>
  )
  const say = (words: string) =>
    splitGaps(words).map((part, at) => (typeof part === 'string' ? part : button(part, at)))
  const price = gaps.find(({ field }) => field.endsWith('.amount'))
  return (
    <div className="lg:tall:sticky lg:tall:max-h-[calc(100dvh-8.25rem)] min-w-0 max-lg:not-group-has-[[value=preview]:checked]/offer:hidden lg:top-29 lg:flex lg:flex-col lg:self-start">
      <div className="flex flex-wrap gap-x-4">
        <h2 id={preview} className="font-semibold">
          What they will read
        </h2>
        <p className="text-muted-foreground">
          {gaps.length > 0 && <span>{`${counts[gaps.length] ?? `${gaps.length} gaps`} left`}</span>}
        </p>
      </div>
      <div
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        aria-labelledby={preview}
        role="region"
        className="mt-3 min-h-0 overflow-y-auto rounded-xl border border-border bg-card px-5 py-6 text-base text-card-foreground sm:px-7"
      >
        {others.length > 0 && (
          <ul
            aria-label="Before you can send it"
            className="mb-5 divide-y divide-border border-y border-border text-sm"
          >
            {others.map((problem) => (
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
        )}
        <div className="lg:[zoom:0.8]">
          {sheet ? (
            <OfferPaper sheet={sheet} say={say} hero={price && button(price)} />
          ) : (
            text && <OfferText text={text} />
          )}
        </div>
      </div>
    </div>
  )
}
