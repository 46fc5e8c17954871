import type { Undoing } from '@/lib/requests/schema'

/** Data: the action's name in `follow-ups.ts`, and its input. */
export type FollowUp = [name: string, input: unknown]

/** An act without a revision has changed nothing. */
export function undoOf(of: Undoing['of'], acts: { id: string; name?: string; revision: number | null }[]) {
  const made = acts.flatMap(({ id, name = '', revision }) =>
    revision === null ? [] : [{ id, name, revision }],
  )
  const undo: FollowUp = ['undoActs', { of, acts: made } satisfies Undoing]
  return made.length > 0 ? undo : undefined
}

/**
 * Follow-up actions are plain data, so that a page opened before a deploy can still run them. Pages of 1.0.0
 * tell the kinds apart by their fields. `More` is what an action adds to a success.
 */
export type ActionResult<More = object> =
  | (Done & More)
  /** The action has changed nothing and asks first. Without `yes`, the dialog only informs. */
  | { kind: 'question'; question: Question; yes?: FollowUp }
  | InvalidField
  | Failure
  /** No response arrived: the change may or may not be stored. */
  | { kind: 'lost'; isLost: true }
  | { kind: 'signed-out'; isSignedOut: true }

export interface Done {
  kind: 'done'
  message: string
  undo?: FollowUp
  /** A URL that the page copies to the clipboard. */
  copy?: string
  detail?: string
  /** The path of the list that the toast's button 'See them' opens. */
  list?: string
}

/** `request` is the id of a request that the problem mentions. */
export interface InvalidField {
  kind: 'invalid'
  field: string
  problem: string
  request?: string
}

export interface Failure {
  kind: 'failed'
  failed: string
  title?: string
  detail?: string
  /** Undoes the part that succeeded. */
  undo?: FollowUp
  again?: FollowUp
  /** The ids of the requests left unchanged, if the action changes several. */
  failedIds?: string[]
  /** The weekday's slot ids in the database, if they differ from those of the form. */
  slotIds?: string[]
  /** True if the page is older than the server, so that only a reload helps. */
  isOutdated?: boolean
  isOffline?: boolean
}

export interface Question {
  title: string
  lines: QuestionLine[]
  /** The labels of the buttons. */
  no: string
  yes?: string
  destroys?: boolean
}

/** With `name` a list item, else a paragraph. `href` opens in a new tab. */
export interface QuestionLine {
  name?: string
  text: string
  href?: string
}
