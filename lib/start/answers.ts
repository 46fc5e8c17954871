/** The answers of /start, kept in its URL and stored with a booking. */
import { afterLaunch, type Answers, type QuestionId, questions } from '../content/start'
import { fitLike } from './fit'

export const questionIds = Object.keys(questions) as QuestionId[]

/** The wanted support plan: a key of {@link afterLaunch}. */
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
 * Reads the answers from a query. Drops unknown and repeated ones. Returns null if none is left, so that the
 * page is the plain one.
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
 * Marks a URL written while the visitor answers. It leads back to the questions instead of a result, and
 * reports no question as missing.
 */
export const ANSWERING = 'answering'

/** True if every question is answered. */
export function isComplete(answers: Partial<Answers>): answers is Answers {
  return questionIds.every((id) => answers[id])
}

/** Writes the answers as a query, always in the same order: `who=people&first=one-thing…`. */
export function toQuery(answers: Partial<Answers>, after: After): string {
  const pairs = questionIds.flatMap((id) => (answers[id] ? `${id}=${answers[id]}` : []))
  return (after === 'open' ? pairs : [...pairs, `after=${after}`]).join('&')
}

/** Validates the query of a result, from a URL or a form: all questions, or null. */
export function readFit(
  text: string | null | undefined,
): { fit: string; given: Given & { answers: Answers } } | null {
  const given = fitLike(text) && readGiven(paramsOf(text ?? ''))
  if (!given || !isComplete(given.answers)) return null
  return { fit: toQuery(given.answers, given.after), given: { answers: given.answers, after: given.after } }
}

/** Converts a query to Next's `searchParams`: a list for a repeated name. */
function paramsOf(query: string): Params {
  const params = new URLSearchParams(query)
  return Object.fromEntries([...new Set(params.keys())].map((key) => [key, only(params.getAll(key))]))
}
const only = (values: string[]) => (values.length === 1 ? values[0] : values)

/** A question's answers, in the order of the page. `hints` add a hint to those without one. */
export function answersOf(
  question: { answers: Record<string, { text: string; hint?: string }> },
  hints: Record<string, string> = {},
): { id: string; text: string; hint?: string }[] {
  return Object.entries(question.answers).map(([id, { text, hint = hints[id] }]) => ({ id, text, hint }))
}
