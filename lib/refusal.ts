/** A refusal with words for people: `message` is a sentence of the specification, `detail` says why in a second line. */
export class Refusal extends Error {
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
