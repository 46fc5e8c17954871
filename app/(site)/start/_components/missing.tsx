import { type QuestionId, questions, start } from '@/lib/content/start'

/** Above a form that was sent half filled: which questions are open. */
export function Missing({ ids }: { ids: QuestionId[] }) {
  return (
    <div
      // The page was sent by the button at its end; it says first what is missing.
      tabIndex={-1}
      autoFocus
      role="group"
      aria-labelledby="missing"
      className="relative wrap"
    >
      <div className="missing rounded-lg">
        <p id="missing" className="text-title">
          {ids.length === 1 ? start.missing.one : `${ids.length} ${start.missing.more}`}
        </p>
        <ul className="mt-2">
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
