/** A file of its own: the browser scripts of /start need none of it. */
import { afterLaunch, questions } from '../content/start'
import { isKey } from './answers'

/** A question that no longer exists shows its stored key and answer. */
export function describeFit(fit: string): { question: string; answer: string }[] {
  return [...new URLSearchParams(fit)].map(([id, answer]) => {
    const question = id === 'after' ? afterLaunch : isKey(questions, id) ? questions[id] : null
    const answers: Record<string, { text: string }> = question?.answers ?? {}
    return {
      question: question?.text ?? id,
      answer: (Object.hasOwn(answers, answer) && answers[answer]?.text) || answer,
    }
  })
}
