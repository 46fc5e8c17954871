import { limits } from '../booking/form'
import { offerProblemTexts } from '../content/offer'
import { postedFields } from '../posted-form'

export const offerProblems = [
  'link_invalid',
  'already_accepted',
  'withdrawn',
  'declined',
  'superseded',
  'expired',
  'email_differs',
  'too_many_emails',
] as const

export type OfferProblem = (typeof offerProblems)[number] | 'too_busy' | 'unreachable' | 'no_response'

/** The sentence for a problem. `at` is when the offer ended or was accepted, as text. */
export function offerProblem(problem: OfferProblem, { at = '', triesLeft = 0 } = {}) {
  const text: (at: string, triesLeft: number) => { message: string; detail?: string } =
    offerProblemTexts[problem]
  return text(at, triesLeft)
}

/**
 * The fields of the forms on an offer's page. `token` is the last segment of the page's path; `version` and
 * `sha256` identify the version that the page showed.
 */
const offerFields = ['token', 'version', 'sha256', 'intent', 'agree', 'name', 'email', 'reason'] as const
export type OfferField = (typeof offerFields)[number]
export type OfferEntries = Record<OfferField, string>

export const offerLimits = { name: limits.name, email: limits.email, reason: 500 }

/**
 * The most characters of a line, of a longer text and of the text in a mail (`words`), and the most lines and
 * payment steps.
 */
export const draftLimits = { line: 120, text: 6_000, words: 500, items: 20 } as const

/** The result of posting a form on an offer's page. */
export type OfferState =
  | { status: 'idle' }
  | { status: 'success'; message: string; detail?: string }
  | { status: 'error'; message: string; detail?: string; field?: OfferField; entries: OfferEntries }

export function readOfferEntries(form: FormData): OfferEntries {
  return postedFields(form, offerFields)
}
