/**
 * An error as one line for the log: its code and the first line of its message. It omits the details, which
 * can contain a row's data.
 */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}
