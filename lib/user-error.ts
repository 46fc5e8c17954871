/** `message` is for the user; `detail` is a second line with the reason. */
export class UserError extends Error {
  constructor(
    message: string,
    readonly detail?: string,
    /** 'Error' by default. */
    readonly title?: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
