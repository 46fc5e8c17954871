'use client' // so that the page contains them once: docs/decisions/public-pages.md

import { RestStyles } from '@/app/styles/rest-styles'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { useEarlyEntries } from '@/components/use-early-entries'
import { primary, secondary } from '@/components/ui/button-colours'
import { afterLaunch, questions, start } from '@/lib/content/start'
import { paths } from '@/lib/paths'
import {
  type After,
  ANSWERING,
  answersOf,
  type Given,
  isComplete,
  questionIds,
  toQuery,
} from '@/lib/start/answers'
import { type NamedPackage, type Outcome, soFar } from '@/lib/start/so-far'

interface FormProps {
  given: Given | null
  /** True if the visitor has sent these answers. Then questions without an answer are marked as errors. */
  sent: boolean
  outcomes: Outcome[]
  packages: NamedPackage[]
  planHints: { [A in After]?: string }
}

interface QuestionsProps extends FormProps {
  /** True to show the questions unfolded below a result. */
  change?: boolean
}

/** A GET form. Its fields are not `required`, because the page marks questions without an answer. */
export function Questions({ change = false, ...props }: QuestionsProps) {
  const { given, sent } = props
  const again = sent && given !== null && isComplete(given.answers)
  const section = useRef<HTMLElement>(null)
  const shown = useRef(change)
  useEffect(() => {
    // The second press of a double press on the link that unfolds the questions would change an answer.
    if (change && !shown.current) ignorePresses(section.current)
    shown.current = change
  }, [change])
  const form = <QuestionForm {...props} again={again} />
  return (
    <section
      ref={section}
      id="questions"
      tabIndex={-1}
      aria-labelledby="questions-title"
      className="wrap pb-(--section)"
    >
      <h2 id="questions-title" className="sr-only">
        {start.again.title}
      </h2>
      {again ? (
        <details open={change} className="again unfold">
          <summary>{start.again.change}</summary>
          <p className="text-muted-foreground">{start.again.text}</p>
          {form}
        </details>
      ) : (
        form
      )}
    </section>
  )
}

function QuestionForm({ again, ...props }: FormProps & { again: boolean }) {
  const { given, sent, outcomes, packages, planHints } = props
  const form = useRef<HTMLFormElement>(null)
  useEarlyEntries(form, 'answers')
  // Null before hydration and before the first answer, while only the form has them.
  const [answers, setAnswers] = useState<Given['answers'] | null>(null)
  const readForm = useEffectEvent(() => {
    if (!form.current) return
    if (!again) restoreAnswers(form.current)
    const { answers } = answersIn(form.current)
    // Without an answer, nothing needs to render again.
    if (Object.keys(answers).length > 0) setAnswers(answers)
  })
  useEffect(() => readForm(), [])
  return (
    // autoComplete is off: on a reload, Firefox would restore answers that differ from the URL's.
    <form
      ref={form}
      id="answers"
      action={paths.start}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const now = answersIn(currentTarget)
        setAnswers(now.answers)
        // While a result is shown, the URL keeps its answers.
        if (!again) keepInAddress(now)
      }}
    >
      {questionIds.map((id, index) => (
        <Choice
          key={id}
          name={id}
          number={index + 1}
          text={questions[id].text}
          answers={answersOf(questions[id])}
          chosen={given?.answers[id]}
          missing={sent && !given?.answers[id]}
        />
      ))}
      <Choice
        name="after"
        text={afterLaunch.text}
        answers={answersOf(afterLaunch, planHints)}
        chosen={given?.after ?? 'open'}
      />
      {!sent && <RestStyles />}
      <div className="so-far">
        <SoFarLine found={answers && soFar(answers, outcomes, packages)} />
        <p className="so-far-more">{answers && stillOpen(answers)}</p>
        <button type="submit" className={`button min-h-13 px-7 text-lg ${again ? secondary : primary}`}>
          {again ? start.again.action : start.action}
        </button>
      </div>
    </form>
  )
}

/** Always on the page, so that screen readers announce its changes. */
function SoFarLine({ found }: { found: ReturnType<typeof soFar> }) {
  return (
    <p role="status">
      {found && (
        <>
          <span>{`${found.lead} `}</span>
          <b>{found.what}</b>
          {found.also && <span>{` ${found.also}`}</span>}
        </>
      )}
    </p>
  )
}

function stillOpen(answers: Given['answers']): string | null {
  const count = questionIds.filter((id) => !answers[id]).length
  return count > 0 && count < questionIds.length ? start.soFar.more(count) : null
}

function answersIn(form: HTMLFormElement): Given {
  const { after, ...answers } = Object.fromEntries(new FormData(form))
  return { answers, after } as Given
}

/** To a visitor who returns within the site, Next shows the page as first rendered. */
function restoreAnswers(form: HTMLFormElement) {
  const known = new URLSearchParams(location.search)
  if (!known.has(ANSWERING)) return
  for (const [name, value] of known) {
    const group = form.elements.namedItem(name)
    if (group instanceof RadioNodeList && (group.value === '' || group.value === 'open')) group.value = value
  }
}

/** So that the answers survive a visit to another page and a submit without a connection. */
function keepInAddress({ answers, after }: Given) {
  try {
    history.replaceState(null, '', `${paths.start}?${toQuery(answers, after)}&${ANSWERING}=1`)
  } catch {
    // Safari throws after a hundred URL changes in ten seconds. An arrow key held down makes more.
  }
}

interface ChoiceProps {
  name: string
  /** Undefined for the optional question. */
  number?: number
  text: string
  answers: { id: string; text: string; hint?: string }[]
  chosen: string | undefined
  missing?: boolean
}

function Choice({ name, number, text, answers, chosen, missing = false }: ChoiceProps) {
  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-describedby={missing ? `${name}-missing` : undefined}
      className={`question ${answers.length > 3 ? 'question-wide' : ''}`}
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
            {start.missing}
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
