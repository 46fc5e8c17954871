'use client' // so that they are in the page once: docs/decisions/light-pages.md

import { useEffect, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { useEarlyEntries } from '@/components/use-early-entries'
import { primary, secondary } from '@/components/ui/button-colours'
import { support } from '@/lib/content/support'
import { afterLaunch, questions, start } from '@/lib/content/start'
import { paths } from '@/lib/paths'
import { answersOf, type Given, isComplete, questionIds } from '@/lib/start/answers'

interface QuestionsProps {
  given: Given | null
  /** Whether those that have all been answered are shown unfolded. */
  change?: boolean
}

/**
 * The questions, as one form that asks for this page again with the answers in its address; folded
 * once all are answered. Not `required`: the page itself says beside a question that it is open.
 */
export function Questions({ given, change = false }: QuestionsProps) {
  const again = given && isComplete(given.answers)
  const section = useRef<HTMLElement>(null)
  const shown = useRef(change)
  useEffect(() => {
    // Of a double press on the link that unfolds them the second one would change an answer.
    if (change && !shown.current) ignorePresses(section.current)
    shown.current = change
  }, [change])
  const form = <QuestionForm given={given} again={Boolean(again)} />
  return (
    <section
      ref={section}
      id="questions"
      tabIndex={-1}
      aria-labelledby="questions-title"
      className="wrap pt-4 pb-(--section)"
    >
      <h2 id="questions-title" className="sr-only">
        {start.again.title}
      </h2>
      {again ? (
        <details open={change} className="again unfold">
          <summary>{start.again.change}</summary>
          <p className="text-lead text-muted-foreground">{start.again.text}</p>
          {form}
        </details>
      ) : (
        form
      )}
    </section>
  )
}

function QuestionForm({ given, again }: { given: Given | null; again: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useEarlyEntries(form, 'answers')
  return (
    // autoComplete: Firefox would keep other answers than those of the address over a reload.
    <form ref={form} id="answers" action={paths.start} autoComplete="off">
      {questionIds.map((id, index) => (
        <Choice
          key={id}
          name={id}
          number={index + 1}
          text={questions[id].text}
          answers={answersOf(id)}
          chosen={given?.answers[id]}
          missing={given !== null && !given.answers[id]}
        />
      ))}
      <Choice name="after" text={afterLaunch.text} answers={afterAnswers} chosen={given?.after ?? 'open'} />
      <div className="question-end">
        <button type="submit" className={`button min-h-13 px-7 text-lg ${again ? secondary : primary}`}>
          {again ? start.again.action : start.action}
        </button>
      </div>
    </form>
  )
}

const afterAnswers = Object.entries(afterLaunch.answers).map(([id, { text, plan }]) => {
  const found = support.plans.find(({ name }) => name === plan)
  return { id, text, hint: found && `${found.name}, ${found.price}` }
})

interface ChoiceProps {
  name: string
  /** Which of the five it is; none for what may stay open. */
  number?: number
  text: string
  answers: { id: string; text: string; hint?: string }[]
  chosen: string | undefined
  missing?: boolean
}

/** One question: its words on the left, its answers as the rows of a ledger. */
function Choice({ name, number, text, answers, chosen, missing = false }: ChoiceProps) {
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-describedby={missing ? `${name}-missing` : undefined}
      className="question"
    >
      <legend>
        <span>{number}</span>
        <b>
          {text}
          {!number && <small>{start.optional}</small>}
        </b>
      </legend>
      <div>
        {missing && (
          <p id={`${name}-missing`} className="missing-here">
            {start.missing.here}
          </p>
        )}
        {answers.map(({ id, text, hint }) => (
          <label key={id}>
            <input type="radio" name={name} value={id} defaultChecked={id === chosen} />
            <span>
              {text}
              {hint && <small>{hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
