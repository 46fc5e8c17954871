/** The answers of /start, which are kept in its address and go with a booking. */
import { afterLaunch, type Answers, type QuestionId, questions } from '../content/start'
import { fitLike } from './fit'

export const questionIds = Object.keys(questions) as QuestionId[]

/** The support plan that somebody wants after the launch: a key of {@link afterLaunch}. */
export type After = keyof typeof afterLaunch.answers

/** What the address of /start says: the answers that it has so far. */
export interface Given {
  answers: Partial<Answers>
  after: After
}

/** A page's `searchParams`, or any other parameters by name. */
type Params = Record<string, string | string[] | undefined>

/** Whether an object has this key of its own. */
export const isKey = <T extends object>(of: T, key: unknown): key is keyof T & string =>
  typeof key === 'string' && Object.hasOwn(of, key)

/**
 * Reads the answers from a query. Whatever is unknown or given more than once is left out. Null
 * when nothing is left, so that the page is the plain one.
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
 * Stands in an address that was written while somebody answers: it leads back to the questions, not to
 * a result, and nothing is missing yet.
 */
export const ANSWERING = 'answering'

/** Whether no question is left open. */
export function isComplete(answers: Partial<Answers>): answers is Answers {
  return questionIds.every((id) => answers[id])
}

/** The query of these answers, always in the same order: `who=people&first=one-thing…`. */
export function toQuery(answers: Partial<Answers>, after: After): string {
  const pairs = questionIds.flatMap((id) => (answers[id] ? `${id}=${answers[id]}` : []))
  return (after === 'open' ? pairs : [...pairs, `after=${after}`]).join('&')
}

/** Validates the query of a result, from an address or a form: all questions, or null. */
export function readFit(
  text: string | null | undefined,
): { fit: string; given: Given & { answers: Answers } } | null {
  const given = fitLike(text) && readGiven(paramsOf(text ?? ''))
  if (!given || !isComplete(given.answers)) return null
  return { fit: toQuery(given.answers, given.after), given: { answers: given.answers, after: given.after } }
}

/** As Next has the parameters of a page: a list for a name that is repeated. */
function paramsOf(query: string): Params {
  const params = new URLSearchParams(query)
  return Object.fromEntries([...new Set(params.keys())].map((key) => [key, only(params.getAll(key))]))
}
const only = (values: string[]) => (values.length === 1 ? values[0] : values)

/** A question's answers, in the order of the page. `hints` stand below those that have none. */
export function answersOf(
  question: { answers: Record<string, { text: string; hint?: string }> },
  hints: Record<string, string> = {},
): { id: string; text: string; hint?: string }[] {
  return Object.entries(question.answers).map(([id, { text, hint = hints[id] }]) => ({ id, text, hint }))
}
