import { capitalize } from '../capitalize'
import { packageNames } from '../content/package-names'
import { lineFor, meaningOf, type Package, packageOf, packages, scopeOf } from '../content/packages'
import {
  type Answers,
  type Instead,
  less,
  type QuestionId,
  questions,
  type Rule,
  rules,
  startResult,
  type Wish,
  wishes,
} from '../content/start'
import { questionIds } from './answers'
import { canApply } from './so-far'

export interface Result {
  /** If null, `instead` has the advice. */
  fittingPackage: Package | null
  instead: Instead | null
  reasons: { question: string; answer: string; why: string }[]
  /** The visitor's wishes, each with the package's line. */
  contains: { text: string; line: string }[]
  /** Their other wishes, and what no package contains. */
  leavesOut: string[]
  /** The package's lines that no wish asked for. */
  others: string[]
  /** The next larger package, with what it would add. */
  nextPackage: { name: string; lines: string[] } | null
  /** When another package would be wiser than the fitting one. */
  wiser: { title: string; text: string } | null
}

/** Throws if no rule applies, but a test checks that one always does. */
export function findResult(answers: Answers): Result {
  const { fits, because } = findRule(answers)
  const decided = questionIds.filter((id) => because[id])
  const reasons = decided.map((id) => ({
    question: questions[id].text,
    answer: answerOf(id, answers[id]).text,
    why: because[id] ?? '',
  }))
  if (!isPackage(fits)) {
    const nothing = { contains: [], leavesOut: [], others: [], nextPackage: null, wiser: null }
    return { fittingPackage: null, instead: fits, reasons, ...nothing }
  }

  const fittingPackage = packageOf(fits)
  const wished = wishesOf(answers)
  const contains = wished.flatMap(({ text, needs }) => {
    const line = needs && lineFor(fittingPackage, needs)
    return line ? [{ text, line }] : []
  })
  const named = new Set([...contains.map(({ line }) => line), ...wished.map(({ needs }) => needs)])
  const isNew = (line: string) => !named.has(line)
  // A larger package contains all of its `basis`.
  const larger = packages.items.find(({ basis }) => basis === fits)
  return {
    fittingPackage,
    instead: null,
    reasons,
    contains,
    leavesOut: [...unmetWishes(fittingPackage, answers).map(({ text }) => text), startResult.never],
    others: scopeOf(fittingPackage).filter(isNew),
    nextPackage: larger ? { name: larger.name, lines: larger.features.filter(isNew) } : null,
    wiser: findWiser(fittingPackage, larger, answers),
  }
}

export function unmetWishes(item: Package, answers: Answers) {
  return wishesOf(answers).filter(({ needs }) => !needs || !lineFor(item, needs))
}

/** The next larger package, or else a smaller one. Null if neither is wiser. */
function findWiser({ id, amount }: Package, larger: Package | undefined, answers: Answers): Result['wiser'] {
  const whenLarger = startResult.larger[id]
  if (whenLarger && larger) return { title: startResult.wiser(larger.name), text: whenLarger }
  const changes = less.filter(({ question, from }) => answers[question] === from)
  const { fits } = findRule({
    ...answers,
    ...Object.fromEntries(changes.map(({ question, to }) => [question, to])),
  })
  const smaller = isPackage(fits) ? packageOf(fits) : null
  if (!smaller || smaller.amount >= amount) return null
  const conditions = changes.flatMap(({ text }) => text ?? []).join(', and ')
  return { title: startResult.wiser(smaller.name), text: startResult.smaller(conditions, smaller) }
}

function findRule(answers: Answers): Rule {
  const rule = rules.table.find((one) => canApply(one, answers))
  if (!rule) throw new Error(`No rule for ${JSON.stringify(answers)}.`)
  return rule
}

function wishesOf(answers: Answers): { text: string; needs: string | null }[] {
  return questionIds
    .flatMap((id) => {
      const known: Record<string, readonly Wish[] | undefined> = wishes[id] ?? {}
      return known[answers[id]] ?? []
    })
    .map((wish) => ('text' in wish ? wish : { ...wish, text: capitalize(meaningOf(wish.needs)) }))
}

function isPackage(fits: Rule['fits']): fits is Exclude<Rule['fits'], Instead> {
  return Object.hasOwn(packageNames, fits)
}

function answerOf(id: QuestionId, answer: string) {
  const answers: Record<string, { text: string }> = questions[id].answers
  const found = answers[answer]
  if (!found) throw new Error(`${id} has no answer ${answer}.`)
  return found
}
