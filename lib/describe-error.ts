/**
 * Describes an error in one line for the log: its code and the first line of its message, without its
 * details, which can contain data of a row.
 */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}

/**
 * Makes `console.error` print the error of a failed request to Supabase in one line. auth-js logs each of them
 * itself, and Next those that a page throws, with the stack and all properties.
 */
export function inOneLine<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error)) return error
  const cause = error.cause ? `(${describeError(error.cause)})` : ''
  const line = `Supabase: ${error.name} ${error.message} ${cause}`.trimEnd()
  return Object.defineProperty(error, Symbol.for('nodejs.util.inspect.custom'), { value: () => line })
}
