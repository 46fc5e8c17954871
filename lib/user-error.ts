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
