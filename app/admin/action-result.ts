import type { CallsToAsk } from '@/lib/requests/asking'
import type { Undoing } from '@/lib/requests/schema'

/** A follow-up action: its name in `follow-ups.ts` and its input. */
export type FollowUp = [name: string, input: unknown]

/** The follow-up action that undoes these acts; undefined without any. */
export const undoOf = (of: Undoing['of'], acts: Undoing['acts']): FollowUp | undefined =>
  acts.length > 0 ? ['undoActs', { of, acts } satisfies Undoing] : undefined

/**
 * The result of an admin's action. Its follow-up actions are plain data, so that they work after a deploy.
 */
export type ActionResult =
  | {
      /** The success message. */
      message: string
      undo?: FollowUp
      /** An address to copy. */
      copy?: string
      /** The calls on the closed dates; the page opens `AskDialog` for them. */
      callsToAsk?: CallsToAsk
      /** The ids of requests left unchanged; the rest succeeded. */
      failedIds?: string[]
      /** The act on each changed request, to undo one by one. */
      acts?: Undoing['acts']
    }
  /** The action needs an answer and has changed nothing. Without `yes`, the question only informs. */
  | { question: Question; yes?: FollowUp; other?: FollowUp }
  /** The calls to ask about; the action has changed nothing. */
  | { callsToAsk: CallsToAsk }
  | InvalidField
  | Failure
  /** No response arrived, so the change may be stored. */
  | { isLost: true }
  /** The session has ended: sign in and try again. */
  | { isSignedOut: true }

/**
 * The name of an invalid field and its problem; `request` is the id of the request that the problem names.
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
  /** Undoes the changes that succeeded. */
  undo?: FollowUp
  /** Tries the failed changes again. */
  again?: FollowUp
  /** The ids of requests left unchanged, when the action changes several. */
  failedIds?: string[]
  /** The weekday's slot ids in the database, when they differ from the form's. */
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

/** A paragraph of a question. With `name` it is a list item; `href` makes the name a link in a new tab. */
export interface QuestionLine {
  name?: string
  text: string
  href?: string
}
