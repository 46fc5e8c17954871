/**
 * What a form's action returns. `Field` is the union of the form's input names, `Data` what a
 * success returns. An error includes the entries, so that a form posted without JavaScript is
 * rendered with them again.
 */
export type ActionState<Field extends string = never, Data = undefined> =
  | { status: 'idle' }
  | {
      status: 'error'
      /** The sentence that people read. */
      message: string
      /** A second line: the cause, or what to do. */
      detail?: string
      /** The error of each invalid field. */
      fields?: Partial<Record<Field, string>>
      entries?: Partial<Record<Field, string>>
    }
  | { status: 'success'; message: string; data: Data }

/** The state of a form that has not been sent. */
export const idle = { status: 'idle' } as const
