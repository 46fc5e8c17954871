/** Where a quoted message was shortened. */
export const ELLIPSIS = ' […]'

export const quoteOf = (message: string) => `You wrote:\n${message.replace(/^/gm, '> ')}`

export function withQuote(answer: string, message: string): string {
  return message ? `${answer}\n\n${quoteOf(message)}` : answer
}
