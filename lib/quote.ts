/** Stands where quoted words are cut. */
export const CUT = ' […]'

/** An answer with the visitor's words below it, as mail programs quote them. */
export function withQuote(answer: string, words: string): string {
  if (!words) return answer
  return `${answer}\n\nYou wrote:\n${words.replace(/^/gm, '> ')}`
}
