/** Marks the place where a quoted message was shortened. */
export const ELLIPSIS = ' […]'

/** Quotes the visitor's message as mail programs do, with '> '. */
export const quoteOf = (message: string) => `You wrote:\n${message.replace(/^/gm, '> ')}`

/** A reply with the visitor's message quoted below it. */
export function withQuote(answer: string, message: string): string {
  return message ? `${answer}\n\n${quoteOf(message)}` : answer
}
