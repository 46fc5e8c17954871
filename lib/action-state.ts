/**
 * The result of a form's action. `Field` is the union of the form's input names, `Data` the data of a
 * success. An error includes the entries, so that a form posted without JavaScript keeps them.
 */
export type ActionState<Field extends string = never, Data = undefined> =
  | { status: 'idle' }
  | {
      status: 'error'
      /** The sentence that people read. */
      message: string
      /** A second line: the cause, or the remedy. */
      detail?: string
      /** The error of each invalid field. */
      fields?: Partial<Record<Field, string>>
      entries?: Partial<Record<Field, string>>
    }
  | { status: 'success'; message: string; data: Data }

/** The state of an unsent form. */
export const idle = { status: 'idle' } as const
