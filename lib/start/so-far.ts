/** A file of its own, because it runs in the browser. */
import { type Answers, type Rule, start } from '../content/start'
import { isComplete, questionIds } from './answers'

/** Without the reasons, which are long. */
export type Outcome = Pick<Rule, 'when' | 'fits'>

export interface NamedPackage {
  id: Rule['fits']
  /** 'Growth, $12,000, CAD excl. HST'. */
  words: string
  timeline: string
}

export interface SoFar {
  /** 'So far:'. */
  lead: string
  /** 'at least Growth, $12,000, CAD excl. HST'. */
  what: string
  /** 'or a free call first'. */
  also: string | null
}

/** True if the rule applies, or may apply once the missing answers follow. */
export function canApply({ when }: Pick<Rule, 'when'>, answers: Partial<Answers>): boolean {
  return questionIds.every((id) => {
    const allowed: readonly string[] | undefined = when[id]
    const answer = answers[id]
    return !allowed || !answer || allowed.includes(answer)
  })
}

/**
 * Exactly one rule applies to complete answers, so the rules that can still apply give all possible results. Null if
 * they are too different for one sentence: a package, but also a website builder. `packages` begins with the smallest.
 */
export function soFar(
  answers: Partial<Answers>,
  outcomes: readonly Outcome[],
  packages: readonly NamedPackage[],
): SoFar | null {
  const possible = new Set(outcomes.filter((one) => canApply(one, answers)).map(({ fits }) => fits))
  const words = start.soFar
  const lead = isComplete(answers) ? words.fits : words.lead
  const mayBeCall = possible.has('call')
  const mayBeWebsite = possible.has('website')
  const [smallest, ...larger] = packages.filter(({ id }) => possible.has(id))
  if (!smallest) {
    if (mayBeCall && mayBeWebsite) return { lead, what: words.none, also: words.websiteOrCall }
    return { lead, what: mayBeWebsite ? words.website : words.call, also: null }
  }
  if (mayBeWebsite) return null
  const orCall = mayBeCall ? words.orCall : null
  if (larger.length > 0) return { lead, what: `${words.least} ${smallest.words}`, also: orCall }
  return { lead, what: smallest.words, also: orCall ?? `${words.within} ${smallest.timeline}` }
}
