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

/** `at` is when the offer ended or was accepted, as text. */
export function offerProblem(problem: OfferProblem, { at = '', triesLeft = 0 } = {}) {
  const text: (at: string, triesLeft: number) => { message: string; detail?: string } =
    offerProblemTexts[problem]
  return text(at, triesLeft)
}

/** `token` is the last segment of the page's path; `version` and `sha256` identify the version that the page showed. */
const offerFields = ['token', 'version', 'sha256', 'intent', 'agree', 'name', 'email', 'reason'] as const
export type OfferField = (typeof offerFields)[number]
export type OfferEntries = Record<OfferField, string>

export const offerLimits = { name: limits.name, email: limits.email, reason: 500 }

/** The most characters of a line, of a longer text and of the text in a mail (`words`); the most lines and payments. */
export const draftLimits = { line: 120, text: 6_000, words: 500, items: 20 } as const

export type OfferState =
  | { status: 'idle' }
  | { status: 'success'; message: string; detail?: string }
  | { status: 'error'; message: string; detail?: string; field?: OfferField; entries: OfferEntries }

export function readOfferEntries(form: FormData): OfferEntries {
  return postedFields(form, offerFields)
}
