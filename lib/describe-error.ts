/**
 * Describes an error in one line for the log: its code and the first line of its message, without its
 * details, which can contain data of a row.
 */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}
