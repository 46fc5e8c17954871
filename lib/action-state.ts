/**
 * What a form's action answers. `Field` names the form's inputs, `Data` is what success brings back. The entries travel with an
 * error, so that a page posted without JavaScript is rendered with them again.
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

/** A form nobody has sent yet. */
export const idle = { status: 'idle' } as const
