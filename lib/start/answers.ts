/** The answers on /start. The URL of /start contains them, and the database stores them with a booking. */
import { afterLaunch, type Answers, type QuestionId, questions } from '../content/start'
import { fitLike } from './fit'

export const questionIds = Object.keys(questions) as QuestionId[]

/** The support plan that the visitor wants: a key of {@link afterLaunch}. */
export type After = keyof typeof afterLaunch.answers

/** The answers given so far, from the URL of /start. */
export interface Given {
  answers: Partial<Answers>
  after: After
}

/** A page's `searchParams`, or any other parameters by name. */
type Params = Record<string, string | string[] | undefined>

/** True if an object has this own key. */
export const isKey = <T extends object>(of: T, key: unknown): key is keyof T & string =>
  typeof key === 'string' && Object.hasOwn(of, key)

/**
 * Reads the answers from a query. Drops unknown and repeated answers. Returns null if no answer is left; the
 * page then shows only the questions.
 */
export function readGiven(params: Params): Given | null {
  const answers: Partial<Record<QuestionId, string>> = {}
  for (const id of questionIds) {
    const answer = params[id]
    if (isKey(questions[id].answers, answer)) answers[id] = answer
  }
  const after = isKey(afterLaunch.answers, params.after) ? params.after : null
  if (!after && Object.keys(answers).length === 0) return null
  return { answers: answers as Partial<Answers>, after: after ?? 'open' }
}

/**
 * Marks a URL that the page writes while the visitor answers. The URL opens the questions instead of a
 * result, and no question is reported as missing.
 */
export const ANSWERING = 'answering'

export function isComplete(answers: Partial<Answers>): answers is Answers {
  return questionIds.every((id) => answers[id])
}

/** Writes the answers as a query, always in the order of the questions: `who=people&first=one-thing…`. */
export function toQuery(answers: Partial<Answers>, after: After): string {
  const pairs = questionIds.flatMap((id) => (answers[id] ? `${id}=${answers[id]}` : []))
  return (after === 'open' ? pairs : [...pairs, `after=${after}`]).join('&')
}

/** Validates the query of a result from a URL or a form. Null unless all questions are answered. */
export function readFit(
  text: string | null | undefined,
): { fit: string; given: Given & { answers: Answers } } | null {
  const given = fitLike(text) && readGiven(paramsOf(text ?? ''))
  if (!given || !isComplete(given.answers)) return null
  return { fit: toQuery(given.answers, given.after), given: { answers: given.answers, after: given.after } }
}

/** Converts a query string to the format of Next's `searchParams`: a list for a repeated name. */
function paramsOf(query: string): Params {
  const params = new URLSearchParams(query)
  return Object.fromEntries([...new Set(params.keys())].map((key) => [key, only(params.getAll(key))]))
}
const only = (values: string[]) => (values.length === 1 ? values[0] : values)

/**
 * The answers of a question, in the order of the page. `hints` are for answers without a hint of their own.
 */
export function answersOf(
  question: { answers: Record<string, { text: string; hint?: string }> },
  hints: Record<string, string> = {},
): { id: string; text: string; hint?: string }[] {
  return Object.entries(question.answers).map(([id, { text, hint = hints[id] }]) => ({ id, text, hint }))
}
