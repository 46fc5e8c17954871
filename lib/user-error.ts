/** An error with words for people: `message` is the sentence they read, `detail` says why in a second line. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly detail?: string,
    /** The toast's heading, where it is not 'Error'. */
    readonly title?: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
/** Why a call failed, for a log: the code and the first line of the message. Never the details, which can quote a whole row. */
export function describeError(error: unknown): string {
  const { code, name, message = String(error) } = (error ?? {}) as Partial<Record<string, string>>
  return [code || name, message.split('\n')[0]].filter(Boolean).join(' ')
}
