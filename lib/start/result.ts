import { type Package, packageNames, packages } from '../content/packages'
import { type Answers, type QuestionId, questions, type Rule, rules, startResult } from '../content/start'
import { questionIds } from './answers'

/** What /start says to somebody's answers. */
export interface Result {
  /** Null: none of our packages. */
  fits: Package | null
  /** The answers that decided, each with the reason. */
  because: { question: string; answer: string; why: string }[]
  /** Of what they want, what is in the package, with its line there; and what is not. */
  contains: { text: string; line: string }[]
  leavesOut: string[]
  /** The next larger package, and the lines that only it adds and nobody has asked for. */
  next: { name: string; lines: string[] } | null
}

/** Whether a rule holds for these answers. */
export function holds({ when }: Rule, answers: Answers): boolean {
  return questionIds.every((id) => {
    const allowed: readonly string[] | undefined = when[id]
    return !allowed || allowed.includes(answers[id])
  })
}

/** The result for these answers. Throws when no rule holds, which a test rules out. */
export function findResult(answers: Answers): Result {
  const rule = rules.table.find((one) => holds(one, answers))
  if (!rule) throw new Error(`No rule for ${JSON.stringify(answers)}.`)
  const decided = questionIds.filter((id) => rule.because[id])
  const because = decided.map((id) => ({
    question: questions[id].text,
    answer: answerOf(id, answers[id]).text,
    why: rule.because[id] ?? '',
  }))
  if (!rule.fits) return { fits: null, because, contains: [], leavesOut: [], next: null }

  const name = packageNames[rule.fits]
  const rank = packages.items.findIndex((item) => item.name === name)
  const lines = packages.items.slice(0, rank + 1).flatMap(({ features }) => features)
  const wishes = questionIds.flatMap((id) => answerOf(id, answers[id]).wishes ?? [])
  const next = packages.items[rank + 1]
  return {
    fits: packages.items[rank] ?? null,
    because,
    contains: wishes.flatMap(({ text, needs }) =>
      needs && lines.includes(needs) ? [{ text, line: needs }] : [],
    ),
    leavesOut: [
      ...wishes.flatMap(({ text, needs }) => (needs && lines.includes(needs) ? [] : [text])),
      startResult.never,
    ],
    next: next
      ? {
          name: next.name,
          lines: next.features.filter((line) => !wishes.some(({ needs }) => needs === line)),
        }
      : null,
  }
}

function answerOf(id: QuestionId, answer: string) {
  const answers: Record<
    string,
    { text: string; wishes?: readonly { text: string; needs: string | null }[] }
  > = questions[id].answers
  const found = answers[answer]
  if (!found) throw new Error(`${id} has no answer ${answer}.`)
  return found
}
