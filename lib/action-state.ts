/**
 * The result of a form's action. `Field` is the union of the form's input names, `Data` the type of a
 * success's data. An error carries the posted values, so that a form posted without JavaScript shows them
 * again.
 */
export type ActionState<Field extends string = never, Data = undefined> =
  | { status: 'idle' }
  | {
      status: 'error'
      /** The error's sentence on the page. */
      message: string
      /** A second line of the error: its cause or its remedy. */
      detail?: string
      fields?: Partial<Record<Field, string>>
      entries?: Partial<Record<Field, string>>
    }
  | { status: 'success'; message: string; data: Data }

/** The state of an unsent form. */
export const idle = { status: 'idle' } as const
