/**
 * What a form's action returns. `Field` names the form's inputs, `Data` is the result of a success. An error carries the entries, so that
 * a page posted without JavaScript is rendered with them again.
 */
export type ActionState<Field extends string = never, Data = undefined> =
  | { status: 'idle' }
  | {
      status: 'error'
      /** The sentence people read, as an alert. */
      message: string
      /** A second line: another cause than the sentence names, or what to do. */
      detail?: string
      /** What is wrong with each field. */
      fields?: Partial<Record<Field, string>>
      entries?: Partial<Record<Field, string>>
    }
  | { status: 'success'; message: string; data: Data }

/** The state of a form that has not been sent. */
export const idle = { status: 'idle' } as const
