/** An error carries the posted values in `data`, so that a form posted without JavaScript shows them again. */
export type ActionState<Field extends string = never, Data = undefined> =
  | { status: 'idle' }
  | {
      status: 'error'
      message: string
      detail?: string
      fields?: Partial<Record<Field, string>>
      entries?: Partial<Record<Field, string>>
    }
  | { status: 'success'; message: string; data: Data }

export const idle = { status: 'idle' } as const
