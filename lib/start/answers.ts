import { afterLaunch, type Answers, type QuestionId, questions } from '../content/start'
import { fitLike } from './fit'

export const questionIds = Object.keys(questions) as QuestionId[]

export type After = keyof typeof afterLaunch.answers

export interface Given {
  answers: Partial<Answers>
  after: After
}

type Params = Record<string, string | string[] | undefined>

export const isKey = <T extends object>(of: T, key: unknown): key is keyof T & string =>
  typeof key === 'string' && Object.hasOwn(of, key)

/** Drops unknown and repeated answers. Null if none is left; the page then shows only the questions. */
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

/** In URLs that the page writes while the visitor answers: they open the questions, and report none as missing. */
export const ANSWERING = 'answering'

export function isComplete(answers: Partial<Answers>): answers is Answers {
  return questionIds.every((id) => answers[id])
}

/** In the order of the questions: `who=people&first=one-thing…`. */
export function toQuery(answers: Partial<Answers>, after: After): string {
  const pairs = questionIds.flatMap((id) => (answers[id] ? `${id}=${answers[id]}` : []))
  return (after === 'open' ? pairs : [...pairs, `after=${after}`]).join('&')
}

/** Null unless all questions are answered. */
export function readFit(
  text: string | null | undefined,
): { fit: string; given: Given & { answers: Answers } } | null {
  const given = fitLike(text) && readGiven(paramsOf(text ?? ''))
  if (!given || !isComplete(given.answers)) return null
  return { fit: toQuery(given.answers, given.after), given: { answers: given.answers, after: given.after } }
}

/** As Next's `searchParams`: a list for a repeated name. */
function paramsOf(query: string): Params {
  const params = new URLSearchParams(query)
  return Object.fromEntries([...new Set(params.keys())].map((key) => [key, only(params.getAll(key))]))
}
const only = (values: string[]) => (values.length === 1 ? values[0] : values)

/** In the order of the page. `hints` are for answers without a hint of their own. */
export function answersOf(
  question: { answers: Record<string, { text: string; hint?: string }> },
  hints: Record<string, string> = {},
): { id: string; text: string; hint?: string }[] {
  return Object.entries(question.answers).map(([id, { text, hint = hints[id] }]) => ({ id, text, hint }))
}
