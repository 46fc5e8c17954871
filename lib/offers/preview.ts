import { formatLongDate, siteDate } from '../dates'
import { cleanLine, cleanText } from '../text'
import { itemsOf, type OfferDraft, sumOf } from './draft'
import { readCents, splitCents } from '../money'
import { type Line, readSheet, type Sheet, type SentVersion, printOffer } from './text'

export interface Gap {
  field: string
  words: string
}

/** Private characters that begin a gap, end its field, and end the gap. */
const [BEGIN, BETWEEN, END] = ['\uE000', '\uE001', '\uE002']
const gap = (field: string, words: string) => BEGIN + field + BETWEEN + words + END

export function splitGaps(text: string): (string | Gap)[] {
  const [before = '', ...others] = text.split(BEGIN)
  const parts = others.flatMap((part): (string | Gap)[] => {
    const [gap = '', after = ''] = part.split(END)
    const [field = '', words = ''] = gap.split(BETWEEN)
    return [{ field, words }, after]
  })
  return [before, ...parts].filter((part) => part !== '')
}

export function draftSheet(draft: OfferDraft, { version, date }: SentVersion): Sheet | null {
  const filled = draft.lines.map((line, at) => ({ ...line, at })).filter((line) => line.text || line.amount)
  const lines = (filled.length > 0 ? filled : [{ text: '', amount: '', at: 0 }]).map((line) => ({
    text: cleanLine(line.text) || gap(`lines.${line.at}.text`, 'what for'),
    cents: readCents(line.amount) ?? 0,
    missing: readCents(line.amount) === null ? gap(`lines.${line.at}.amount`, 'price') : null,
  }))
  const isPriced = lines.every(({ missing }) => !missing)
  const sum = sumOf(draft)
  const percents = draft.payments.map(({ percent }) => Number(percent) || 0)
  const cents = splitCents(sum.total, percents)
  const title = cleanLine(draft.title)
  const items = itemsOf(draft.included)
  const isDated = siteDate(draft.validUntil, date) !== null
  const text = printOffer(
    {
      ...sum,
      lines,
      title: !title
        ? gap('title', 'what is offered')
        : title.endsWith(':')
          ? `${title} ${gap('title', 'what is built')}`
          : title,
      forName: cleanLine(draft.forName) || gap('forName', 'whom for'),
      forCompany: cleanLine(draft.forCompany),
      forAddress: cleanLine(draft.forAddress),
      about: cleanText(draft.about),
      included: items.length > 0 ? items : [gap('included', 'what they get')],
      excluded: itemsOf(draft.excluded),
      weeks: cleanLine(draft.weeks) || gap('weeks', 'how long'),
      start: siteDate(draft.start, date) ? draft.start : '',
      payments: draft.payments.map(({ text }, at) => ({
        text: cleanLine(text) || gap(`payments.${at}.text`, 'when'),
        ...{ percent: percents[at] ?? 0, cents: cents[at] ?? 0 },
      })),
      terms: cleanText(draft.terms) || gap('terms', 'the terms'),
      validUntil: isDated ? draft.validUntil : date,
    },
    { version, date },
  )
  const sheet = readSheet(text)
  if (!sheet) return null
  const dash = (line: Line): Line => ({ ...line, parts: ['–', line.parts[1] ?? ''] }) as Line
  const priced = (line: Line, at: number): Line => {
    const missing = lines[at]?.missing
    if (missing) return { ...line, parts: [missing, line.parts[1] ?? ''] } as Line
    return isPriced || at < lines.length ? line : dash(line)
  }
  const until = (line: Line): Line =>
    isDated || line.parts[0] !== 'Valid until: '
      ? line
      : ({
          ...line,
          parts: [
            line.parts[0],
            line.parts[1]?.replace(formatLongDate(date), gap('validUntil', 'its last day')),
          ],
        } as Line)
  return {
    ...sheet,
    to: sheet.to.map(until),
    price: { ...sheet.price, lines: sheet.price.lines.map(priced) },
    payments: isPriced
      ? sheet.payments
      : { ...sheet.payments, lines: sheet.payments.lines.map((line) => dash(line)) },
  }
}
