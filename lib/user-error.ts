/** An error with a `message` for the user. `detail` is an optional second line with the reason. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly detail?: string,
    /** The toast's title; 'Error' by default. */
    readonly title?: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
