import { offerText, party } from '../content/offer'
import { place, placeTime } from '../content/place'
import { site } from '../content/studio'
import { formatLongDate } from '../dates'
import type { DraftProblem, Offer, OfferDraft } from './draft'
import { currencyName, formatCents } from '../money'

export interface SentVersion {
  version: number
  date: string
}

export function offerFileName(version: number): string {
  return `offer-${version}.txt`
}

export function acceptedFileName(version: number): string {
  return `accepted-offer-${version}.txt`
}

/** The database has the same limit of bytes. */
const MAX_BYTES = 40_000
const MAX_LINES = 800

/**
 * Plain lines: UTF-8, NFC, each ending in `\n`. The visitor accepts this text. It omits the recipient's e-mail address,
 * because accepting requires knowing it.
 */
export function printOffer(offer: Offer, { version, date }: SentVersion): string {
  const {
    forName,
    forCompany,
    forAddress,
    about,
    lines,
    subtotal,
    tax,
    total,
    included,
    excluded,
    weeks,
    start,
    payments,
    terms,
    validUntil,
  } = offer
  const isOneSum = tax === null
  const money = [
    ...lines.map(({ text, cents }) => [cents, text] as const),
    ...(isOneSum
      ? []
      : [
          [subtotal, `Together, without ${place.tax.name}`, '='] as const,
          [tax.cents, taxLabel(tax)] as const,
        ]),
    [
      total,
      `The whole price, in ${currencyName()}${isOneSum ? `; we add no ${place.tax.name}` : ''}`,
      '=',
    ] as const,
  ]
  const blocks = [
    [offer.title, offerText.by],
    [
      `From: ${party.name}`,
      `Address: ${party.address}`,
      `${place.firmNumberLabel}: ${party.number}`,
      ...(tax ? [`${place.tax.numberLabel}: ${party.taxNumber}`] : []),
      `Email: ${site.email}`,
      `Signed by: ${party.signedBy}`,
    ],
    [
      `For: ${forName}`,
      ...(forCompany ? [`Company: ${forCompany}`] : []),
      ...(forAddress ? [`Address: ${forAddress}`] : []),
      `Version: ${version}, of ${formatLongDate(date)}`,
      `Valid until: the end of ${formatLongDate(validUntil)}, ${placeTime}`,
    ],
    ...(about ? [[about.replace(/\n{3,}/g, '\n\n')]] : []),
    [heading(offerText.price)],
    amounts(money),
    [heading(offerText.included)],
    included.map((item) => `- ${item}`),
    ...(excluded.length > 0 ? [[heading(offerText.excluded)], excluded.map((item) => `- ${item}`)] : []),
    [heading(offerText.time)],
    [`How long: ${weeks}`, ...(start ? [`Start: ${formatLongDate(start)}`] : [])],
    [heading(offerText.payments)],
    amounts(payments.map(({ cents, percent, text }) => [cents, `${text} (${percent}%)`] as const)),
    [heading(offerText.terms)],
    [terms.replace(/\n{3,}/g, '\n\n')],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`.normalize('NFC')
}

function taxLabel({ percent, reason }: { percent: number; reason: string }): string {
  return `${place.tax.name}, ${reason ? `zero-rated: ${reason}` : `${percent}%`}`
}

const heading = (text: string) => text.toUpperCase()

/** In one column: '=  $1,200.00  Together'. '=' marks a sum. */
function amounts(rows: readonly (readonly [cents: number, text: string, mark?: string])[]): string[] {
  const width = Math.max(...rows.map(([cents]) => formatCents(cents).length))
  return rows.map(([cents, text, mark = ' ']) => `${mark} ${formatCents(cents).padStart(width)}  ${text}`)
}

export function findLengthProblem(text: string, draft: OfferDraft): DraftProblem | undefined {
  const [bytes, lines] = [bytesOf(text), text.split('\n').length - 1]
  if (bytes <= MAX_BYTES && lines <= MAX_LINES) return undefined
  const size = bytes > MAX_BYTES ? bytesOf : (typed: string) => typed.split('\n').length
  const fields = (['terms', 'included', 'excluded', 'about'] as const).toSorted(
    (a, b) => size(draft[b]) - size(draft[a]),
  )
  const [most, has] =
    bytes > MAX_BYTES ? ['40 kB', `${Math.ceil(bytes / 1_000)} kB`] : [`${MAX_LINES} lines`, String(lines)]
  return {
    field: fields[0] ?? 'terms',
    problem: `The whole offer can have ${most} and has ${has}. This is its longest part: shorten it.`,
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** The joined `parts` are the line, so layout never changes the words. */
export type Line =
  | { kind: 'title' | 'heading' | 'plain'; parts: [string] }
  | { kind: 'item' | 'fact' | 'amount' | 'sum'; parts: [string, string] }

export function layOut(text: string): Line[][] {
  const groups: Line[][] = []
  let isNew = true
  for (const [at, line] of text.replace(/\n$/, '').split('\n').entries()) {
    if (line === '') {
      isNew = true
      continue
    }
    const read: Line = at === 0 ? { kind: 'title', parts: [line] } : readLine(line, isNew)
    const last = groups.at(-1)
    const isAlike = family(last?.[0]) === family(read) || read.kind === 'plain'
    if (!isNew && last && last[0]?.kind !== 'heading' && isAlike) last.push(read)
    else groups.push([read])
    isNew = false
  }
  return groups
}

/** The joined parts are the whole text, in order. */
export interface Sheet {
  title: Line[]
  from: Line[]
  to: Line[]
  about: Line[][]
  price: Part
  included: Part
  excluded: Part | null
  time: Part
  payments: Part
  terms: { heading: Line; groups: Line[][] }
}

interface Part {
  heading: Line
  lines: Line[]
}

/** Null for a text without the usual headings, such as one from an earlier version of the site. */
export function readSheet(text: string): Sheet | null {
  const groups = layOut(text)
  const isHeading = (group: Line[] | undefined, words: string) =>
    group?.[0]?.kind === 'heading' && group[0].parts[0] === heading(words)
  const party = (label: string) => (groups[0]?.[0]?.parts[0] === label ? groups.shift() : undefined)
  const part = (words: string, kind: Line['kind']): Part | null => {
    const [first, lines] = groups
    if (!first?.[0] || first.length > 1 || !lines || !isHeading(first, words)) return null
    if (family(lines[0]) !== kind) return null
    groups.splice(0, 2)
    return { heading: first[0], lines }
  }
  const title = groups[0]?.length === 2 ? groups.shift() : undefined
  const [from, to] = [party('From: '), party('For: ')]
  const about = groups.splice(
    0,
    groups.findIndex((group) => isHeading(group, offerText.price)),
  )
  const price = part(offerText.price, 'amount')
  const included = part(offerText.included, 'item')
  const excluded = part(offerText.excluded, 'item')
  const time = part(offerText.time, 'fact')
  const payments = part(offerText.payments, 'amount')
  const [first, ...terms] = groups
  if (!title || !from || !to || price?.lines.at(-1)?.kind !== 'sum' || !included || !time || !payments)
    return null
  if (!first?.[0] || first.length > 1 || !isHeading(first, offerText.terms)) return null
  return {
    ...{ title, from, to, about, price, included, excluded, time, payments },
    terms: { heading: first[0], groups: terms },
  }
}

/** '$13,800' for '=  $13,800.00'. */
export const printedAmount = (amount: string) => amount.replace(/^[= ]*/, '').replace(/[.,]00(\D*)$/, '$1')

/** `percent` is 0 if the offer is zero-rated; null if no tax is named. Only an offer with tax has a second sum. */
export function taxOf(lines: Line[]): { name: string; percent: number } | null {
  const [subtotal, tax] = lines
    .slice(
      0,
      lines.findLastIndex(({ kind }) => kind === 'sum'),
    )
    .slice(-2)
  const label = tax?.parts[1]?.trim() ?? ''
  const [name = '', reason] = label.split(', zero-rated: ')
  const [, percent] = /, (\d+)%$/.exec(label) ?? []
  if (subtotal?.kind !== 'sum' || (reason === undefined && !percent)) return null
  return reason === undefined
    ? { name: label.slice(0, label.lastIndexOf(', ')), percent: Number(percent) }
    : { name, percent: 0 }
}

/** `price` as on the page, and the name of the `tax` in it. Null without a sum. */
export function totalOf(text: string): { price: string; tax: string | null } | null {
  const lines = layOut(text).flat()
  const sum = lines.findLast(({ kind }) => kind === 'sum')
  const tax = taxOf(lines)
  return sum ? { price: printedAmount(sum.parts[0]), tax: tax?.percent ? tax.name : null } : null
}

export function partiesOf(text: string) {
  const facts = layOut(text).flat()
  const find = (label: string) =>
    facts.find(({ kind, parts: [lead] }) => kind === 'fact' && lead === label)?.parts[1]
  return { firm: find('From: '), signedBy: find('Signed by: '), forName: find('For: ') }
}

const family = (line: Line | undefined) => (line?.kind === 'sum' ? 'amount' : line?.kind)

// As Intl writes amounts of any currency: '$1,200.00', '-1.200,00 €', 'CHF-1’200.00', '1 200,00 kr'.
const AMOUNT =
  /^([= ]) ( *[-−]?(?:(?:\p{L}{0,3}\p{Sc}[\u00A0\u202F]?|[\p{L}.]{2,4}[\u00A0\u202F−-])[-−]?\d[\d.,'’\u00A0\u202F]*|\d[\d.,'’\u00A0\u202F]*(?:\p{Sc}|[\p{L}.]{2,4})))( {2}.+)$/u

/** A heading always follows an empty line (`isNew`). */
export function readLine(line: string, isNew: boolean): Line {
  const [, mark, amount, what] = AMOUNT.exec(line) ?? []
  if (amount && what) return { kind: mark === '=' ? 'sum' : 'amount', parts: [`${mark} ${amount}`, what] }
  if (line.startsWith('- ')) return { kind: 'item', parts: ['- ', line.slice(2)] }
  if (isNew && /^[\p{Lu}\p{M}][\p{Lu}\p{M}\d ,’-]{2,40}$/u.test(line))
    return { kind: 'heading', parts: [line] }
  const [, label, value] = /^(\p{Lu}[\p{L} ]{1,15}: )(.+)$/u.exec(line) ?? []
  if (label && value) return { kind: 'fact', parts: [label, value] }
  return { kind: 'plain', parts: [line] }
}
