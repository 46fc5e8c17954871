/** The database stores a draft as typed; only an offer that is sent must be complete. */
import { place } from '../content/place'
import { formatDate, siteDate, siteDates } from '../dates'
import { cleanLine, cleanText, lengthOf } from '../text'
import { draftLimits } from './form'
import { currencyWord, formatNumber, readCents, splitCents, taxOn } from '../money'
import type { DraftChange } from './schema'

export type OfferDraft = DraftChange['draft']

const example = formatNumber(1200.5, false)

export const AMOUNT_ERROR = `This is not understood. Write ${currencyWord()}, such as ${formatNumber(1200)} or ${example}.`

/** In cents. `tax` is null if the studio adds no tax. */
export interface Sum {
  lines: { text: string; cents: number }[]
  subtotal: number
  tax: { percent: number; cents: number; reason: string } | null
  total: number
}

export interface Offer extends Sum {
  title: string
  forName: string
  forCompany: string
  forAddress: string
  about: string
  included: string[]
  excluded: string[]
  weeks: string
  start: string
  payments: { text: string; percent: number; cents: number }[]
  terms: string
  validUntil: string
}

/** `field` is a form field's name, such as 'lines.0.amount'. */
export interface DraftProblem {
  field: string
  problem: string
}

export function sumOf({ lines, gst, gstReason }: Pick<OfferDraft, 'lines' | 'gst' | 'gstReason'>): Sum {
  const priced = lines.flatMap(({ text, amount }) => {
    const cents = readCents(amount)
    return cents === null ? [] : [{ text: cleanLine(text), cents }]
  })
  const subtotal = priced.reduce((sum, { cents }) => sum + cents, 0)
  const percent = gst === 'added' ? place.tax.percent : 0
  const tax = place.tax.registered
    ? { percent, cents: taxOn(subtotal, percent), reason: gst === 'zero' ? cleanLine(gstReason) : '' }
    : null
  return { lines: priced, subtotal, tax, total: subtotal + (tax?.cents ?? 0) }
}

/** An offer that can be sent, or the first problem. */
export function parseOffer(draft: OfferDraft, today: string): Offer | DraftProblem {
  const [problem] = findProblems(draft, today)
  if (problem) return problem
  const sum = sumOf(draft)
  const steps = draft.payments.filter(isFilled)
  const percents = steps.map(({ percent }) => Number(percent))
  const cents = splitCents(sum.total, percents)
  return {
    ...sum,
    title: cleanLine(draft.title),
    forName: cleanLine(draft.forName),
    forCompany: cleanLine(draft.forCompany),
    forAddress: cleanLine(draft.forAddress),
    about: cleanText(draft.about),
    included: itemsOf(draft.included),
    excluded: itemsOf(draft.excluded),
    weeks: cleanLine(draft.weeks),
    start: draft.start,
    payments: steps.map(({ text }, at) => ({
      text: cleanLine(text),
      percent: percents[at] ?? 0,
      cents: cents[at] ?? 0,
    })),
    terms: cleanText(draft.terms),
    validUntil: draft.validUntil,
  }
}

export function findProblems(draft: OfferDraft, today: string): DraftProblem[] {
  const { lines, gst, gstReason, payments, terms, start, validUntil } = draft
  const last = formatDate(siteDates(today).last)
  const needs = (field: string, text: string, problem: string) =>
    cleanLine(text) === '' ? { field, problem } : tooLong(field, text, draftLimits.line)
  const filled = lines
    .map((line, at) => ({ ...line, at }))
    .filter((line) => line.text.trim() || line.amount.trim())
  const steps = payments.map((step, at) => ({ ...step, at })).filter(isFilled)
  const included = new Set(itemsOf(draft.included).map((item) => item.toLowerCase()))
  const both = itemsOf(draft.excluded).find((item) => included.has(item.toLowerCase()))
  const found = [
    needs('title', draft.title, 'Say what is offered.'),
    /:\s*$/.test(draft.title) && { field: 'title', problem: 'Finish the title: say what is built.' },
    needs('forName', draft.forName, 'Say whom it is made to.'),
    tooLong('forCompany', draft.forCompany, draftLimits.line),
    tooLong('forAddress', draft.forAddress, draftLimits.line),
    tooLong('about', draft.about, draftLimits.text),
    filled.length === 0 && { field: 'lines.0.text', problem: 'Write at least one line with an amount.' },
    ...filled.flatMap(({ text, amount, at }) => [
      needs(`lines.${at}.text`, text, 'Say what this amount is for.'),
      readCents(amount) === null && {
        field: `lines.${at}.amount`,
        problem: AMOUNT_ERROR,
      },
    ]),
    sumOf(draft).total < 0 && { field: 'lines.0.amount', problem: 'The whole price is less than nothing.' },
    gst === 'zero' && needs('gstReason', gstReason, 'Say why it is zero-rated.'),
    itemsOf(draft.included).length === 0 && { field: 'included', problem: 'Say what is included.' },
    tooLong('included', draft.included, draftLimits.text),
    tooLong('excluded', draft.excluded, draftLimits.text),
    both !== undefined && { field: 'excluded', problem: `“${both}” is also included.` },
    !isLength(draft.weeks) && {
      field: 'weeks',
      problem:
        'Say how long it takes, such as “6 weeks” or “4-6 weeks”: the price is fixed, so its end has to be.',
    },
    start !== '' &&
      !siteDate(start, today) && { field: 'start', problem: `Choose a date no later than ${last}, or none.` },
    steps.length === 0 && { field: 'payments.0.text', problem: 'Say when it is paid.' },
    ...steps.flatMap(({ text, percent, at }) => [
      needs(`payments.${at}.text`, text, 'Say when this is paid.'),
      !/^(?:[1-9]\d?|100)$/.test(percent.trim()) && {
        field: `payments.${at}.percent`,
        problem: 'Write a whole percentage from 1 to 100.',
      },
    ]),
    steps.reduce((sum, { percent }) => sum + Number(percent), 0) !== 100 && {
      field: `payments.${steps.at(-1)?.at ?? 0}.percent`,
      problem: 'The payments have to make 100% together.',
    },
    needs('terms', terms.slice(0, draftLimits.line), 'Write the terms.'),
    tooLong('terms', terms, draftLimits.text),
    tooLong('words', draft.words, draftLimits.words),
    (!siteDate(validUntil, today) || validUntil < today) && {
      field: 'validUntil',
      problem: `Choose the last day on which it can be accepted, from today to ${last}.`,
    },
    start !== '' &&
      start <= validUntil && { field: 'start', problem: 'Choose a date after the last day, or none.' },
  ].filter((problem): problem is DraftProblem => Boolean(problem))
  return found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
}

/** '6 weeks', '4-6 weeks', '2 to 3 months'. */
function isLength(text: string): boolean {
  const [, least, most] =
    /^(\d{1,3})(?: ?(?:-|–|to) ?(\d{1,3}))? (?:day|week|month)s?$/i.exec(cleanLine(text)) ?? []
  return Number(least) > 0 && (most === undefined || Number(most) > Number(least))
}

function tooLong(field: string, text: string, most: number): DraftProblem | undefined {
  if (lengthOf(text) <= most) return undefined
  return { field, problem: `At most ${most.toLocaleString('en')} characters, please.` }
}

/** Its non-empty lines, without a leading dash. */
export function itemsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => cleanLine(line.replace(/^\s*[-–•*](?:\s+|$)/, '')))
    .filter(Boolean)
}

function isFilled({ text, percent }: { text: string; percent: string }): boolean {
  return text.trim() !== '' || percent.trim() !== ''
}
