/** An error for the log: its code and the first line of its message. Never the details, which can quote a whole row. */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}
