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

/** 'So far:' **'at least Growth, $12,000, CAD excl. HST'** 'or a free call first'. */
export interface SoFar {
  lead: string
  what: string
  also: string | null
}

/** Now, or when the missing answers follow. */
export function canHold({ when }: Pick<Rule, 'when'>, answers: Partial<Answers>): boolean {
  return questionIds.every((id) => {
    const allowed: readonly string[] | undefined = when[id]
    const answer = answers[id]
    return !allowed || !answer || allowed.includes(answer)
  })
}

/**
 * Exactly one rule applies to complete answers, so the rules that can still apply give all possible results. Null if
 * these have nothing in common. `packages` begins with the smallest.
 */
export function soFar(
  answers: Partial<Answers>,
  outcomes: readonly Outcome[],
  packages: readonly NamedPackage[],
): SoFar | null {
  const possible = new Set(outcomes.filter((one) => canHold(one, answers)).map(({ fits }) => fits))
  const words = start.soFar
  const lead = isComplete(answers) ? words.fits : words.lead
  const call = possible.has('call')
  const [least, ...larger] = packages.filter(({ id }) => possible.has(id))
  if (!least) {
    if (!possible.has('website')) return { lead, what: words.call, also: null }
    if (!call) return { lead, what: words.website, also: null }
    return { lead, what: words.none, also: words.websiteOrCall }
  }
  if (possible.has('website')) return null
  if (larger.length > 0)
    return { lead, what: `${words.least} ${least.words}`, also: call ? words.orCall : null }
  return { lead, what: least.words, also: call ? words.orCall : `${words.within} ${least.timeline}` }
}
