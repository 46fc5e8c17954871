import { alertVariants } from '@/components/ui/alert-variants'
import { type QuestionId, questions, startPage } from '@/lib/content/start'

export function Missing({ ids }: { ids: QuestionId[] }) {
  return (
    <div
      // The submit button is at the page's end, so the focus moves to this list at the top.
      tabIndex={-1}
      autoFocus
      role="group"
      aria-labelledby="missing"
      className="relative wrap"
    >
      <div className={`mb-6 ${alertVariants({ variant: 'destructive' })}`}>
        <p id="missing" className="text-title">
          {ids.length === 1 ? startPage.missing.one : `${ids.length} ${startPage.missing.more}`}
        </p>
        <ul className="mt-1 flex flex-wrap gap-x-6">
          {ids.map((id) => (
            <li key={id}>
              <a href={`#${id}`} className="text-link">
                {questions[id].text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
