/** Marks the cut in a quoted message. */
export const ELLIPSIS = ' […]'

/** A reply with the visitor's message below it, quoted as mail programs do. */
export function withQuote(answer: string, message: string): string {
  if (!message) return answer
  return `${answer}\n\nYou wrote:\n${message.replace(/^/gm, '> ')}`
}
