/** The answers that a visitor gave on /start: the query that goes along, and the same in words. */
export interface StartAnswers {
  fit: string
  words: { question: string; answer: string }[]
}

/** What goes along with the request of somebody who comes from /start. It can be taken off. */
export function AnswersGoAlong({ fit, words, taken }: StartAnswers & { taken: boolean }) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="fit"
          value={fit}
          defaultChecked={taken}
          aria-describedby="booking-fit"
          className="size-5 accent-brand"
        />
        Send my answers along
      </label>
      <ul id="booking-fit" className="ml-8 text-sm text-muted-foreground">
        {words.map(({ question, answer }) => (
          <li key={question}>
            {question} <span className="text-foreground">{answer}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
