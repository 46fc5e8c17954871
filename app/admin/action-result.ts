import type { Asking } from '@/lib/requests/asking'
import type { Undoing } from '@/lib/requests/schema'

/** A follow-up action: its name (`next-actions.ts`) and its input. */
export type Next = [name: string, input: unknown]

/** The result of an admin's action, with its follow-up actions: plain data, which outlives a deploy. */
export type ActionResult =
  | {
      /** The success message. */
      message: string
      undo?: Next
      /** An address to copy. */
      copy?: string
      /** The calls on the dates that the action closed, to ask about. */
      asking?: Asking
      /** The ids of changes that were not made, of several. */
      leftOut?: string[]
      /** The changes that were made, of several, each with its own undo. */
      acts?: Undoing['acts']
    }
  /** Nothing is done yet. Without `yes`, the question only informs; `other` is an alternative action. */
  | { question: Question; yes?: Next; other?: Next }
  /** Nothing is done: it only returns the calls to ask about. */
  | { asking: Asking }
  | InvalidField
  | Failure
  /** The response was lost, so the change may be done. */
  | { isLost: true }
  /** The session has ended: sign in and try again. */
  | { isSignedOut: true }

/**
 * An invalid field of a form: its name and the problem; `request` is the request that the problem concerns.
 */
export interface InvalidField {
  field: string
  problem: string
  request?: string
}

/** The action failed, fully or in part. */
export interface Failure {
  /** The error message. */
  failed: string
  /** The toast's heading. */
  title?: string
  detail?: string
  /** Undoes the part that was done. */
  undo?: Next
  /** Tries the rest again. */
  again?: Next
  /** The ids of changes that were not made, of several. */
  failedIds?: string[]
  /** The edited weekday's present slot ids, when they differ from the form's. */
  slotIds?: string[]
  /** True for a page from before a deploy: only a reload helps. */
  isOutdated?: boolean
  /** True if the browser was offline and sent nothing. */
  isOffline?: boolean
}

/** A question, or information, before an action. */
export interface Question {
  title: string
  lines: QuestionLine[]
  /** The labels of the buttons: `no` cancels, `yes` confirms. */
  no: string
  yes?: string
  /** The label of the button for the alternative action. */
  other?: string
  /** True if `yes` destroys data. */
  destroys?: boolean
}

/** A paragraph; with `href` its name is a link that opens in a new tab. */
export interface QuestionLine {
  name?: string
  text: string
  href?: string
}
