/** Stands where a quoted message is cut. */
export const ELLIPSIS = ' […]'

/** An answer with the visitor's message below it, as mail programs quote them. */
export function withQuote(answer: string, message: string): string {
  if (!message) return answer
  return `${answer}\n\nYou wrote:\n${message.replace(/^/gm, '> ')}`
}
