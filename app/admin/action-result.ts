import type { Asking } from '@/lib/requests/asking'
import type { Undoing } from '@/lib/requests/schema'

/** What can be done next: the name of an action (`next-actions.ts`), and what it is called with. */
export type Next = [name: string, input: unknown]

/**
 * What an admin's action returns, with what can be done next: plain data, which outlives a deploy.
 */
export type ActionResult =
  | {
      /** The sentence of success. */
      message: string
      undo?: Next
      /** An address to be copied. */
      copy?: string
      /** Whose calls stand on the dates that it closed. */
      asking?: Asking
      /** Of several changes, the ids of those that were not made. */
      leftOut?: string[]
      /** Of several changes, each of those that were made, to be taken back by itself. */
      acts?: Undoing['acts']
    }
  /** Nothing was done yet. Without `yes` it only tells; `other` is another way to do it. */
  | { question: Question; yes?: Next; other?: Next }
  /** Nothing was done: who can be asked for another time. */
  | { asking: Asking }
  | InvalidField
  | Failure
  /** The response was lost, so that it may have been done. */
  | { isLost: true }
  /** The session has ended: sign in and try again. */
  | { isSignedOut: true }

/** A field of a form is wrong: which one, by name, and why; `request` is the one that it is about. */
export interface InvalidField {
  field: string
  problem: string
  request?: string
}

/** It was not done, or only a part of it. */
export interface Failure {
  /** The sentence. */
  failed: string
  /** The toast's heading. */
  title?: string
  detail?: string
  /** Takes back the part that was done. */
  undo?: Next
  /** Does what is left. */
  again?: Next
  /** Of several changes, the ids of those that were not made. */
  failedIds?: string[]
  /** The ids of the slots that the edited weekday has now, when they are not those of the form. */
  slotIds?: string[]
  /** Whether the page is from before a deploy, so that only loading it again helps. */
  isOutdated?: boolean
  /** Whether nothing was sent, because the browser is offline. */
  isOffline?: boolean
}

/** What is asked, or told, before something is done. */
export interface Question {
  title: string
  lines: QuestionLine[]
  /** The words of the button that changes nothing, and of the one that does it. */
  no: string
  yes?: string
  /** The words of the button that does it another way. */
  other?: string
  /** Whether the yes destroys something. */
  destroys?: boolean
}

/** A paragraph; with `href` its name leads there, in a new tab. */
export interface QuestionLine {
  name?: string
  text: string
  href?: string
}
