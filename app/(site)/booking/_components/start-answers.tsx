/** `fit` is the query that the form sends, `words` the same answers as text. */
export interface StartAnswers {
  fit: string
  words: { question: string; answer: string }[]
}

export function StartAnswersNote({ fit, words, isTicked }: StartAnswers & { isTicked: boolean }) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="fit"
          value={fit}
          defaultChecked={isTicked}
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
