/** One line for the log: code and first line of the message, without the details, which can contain data of a row. */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}

/** `console.error` prints it in one line: auth-js and Next log errors of Supabase themselves, with the stack. */
export function inOneLine<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error)) return error
  const cause = error.cause ? `(${describeError(error.cause)})` : ''
  const line = `Supabase: ${error.name} ${error.message} ${cause}`.trimEnd()
  return Object.defineProperty(error, Symbol.for('nodejs.util.inspect.custom'), { value: () => line })
}
