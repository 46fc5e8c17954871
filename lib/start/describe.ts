/** A file of its own, because the browser scripts of /start need none of its code. */
import { afterLaunch, questions } from '../content/start'
import { isKey } from './answers'

/**
 * Describes a stored query, question by question. If a question no longer exists, its stored key and answer
 * are shown.
 */
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
