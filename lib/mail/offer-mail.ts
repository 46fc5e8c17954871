import {
  offerAcceptedMail,
  offered,
  offerFollowUp,
  offerProof,
  offerToStudio,
  offerWithdrawn,
} from '../content/offer-mail'
import { placeTime } from '../content/place'
import { acceptedLines } from '../content/offer-accepted'
import { formatLongDate } from '../dates'
import { printAgreed, readAgreed } from '../offers/agreed'
import { formatMoment } from '../offers/state'
import { paths } from '../paths'
import type { OfferMail } from './claimed'
import { greeting, isPlainName } from './greeting'
import { type MailText, withValues } from './layout'

/** From the offer's newest version. */
export interface OfferFacts {
  version: number
  /** The last day, `YYYY-MM-DD`. */
  valid_until: string
  ended_reason: string | null
  words: string | null
  /** Null without a `SITE_SECRET`. */
  url: string | null
}

/** Without the greeting. */
function offerContent(
  kind: 'offer' | 'offer_withdrawn' | 'offer_follow_up',
  { version, valid_until, ended_reason, words, url }: OfferFacts,
): Pick<MailText, 'title' | 'lines' | 'facts' | 'action'> {
  if (kind === 'offer_withdrawn') return { ...offerWithdrawn, facts: withValues([['Why', ended_reason]]) }
  const lastDay = formatLongDate(valid_until)
  return {
    ...(kind === 'offer_follow_up' ? offerFollowUp(lastDay) : offered(version, words, url !== null)),
    facts: [['Valid until', `the end of ${lastDay}, ${placeTime}`]],
    action: url ? { label: 'Read the offer', href: url } : undefined,
  }
}

/** `url` is null without a `SITE_SECRET`. */
export function offerMail(mail: OfferMail, url: string | null): MailText {
  const { name, text } = mail
  if (mail.kind === 'offer_accepted')
    return {
      ...offerAcceptedMail,
      lines: [greeting(name), ...acceptedLines(printAgreed(readAgreed(text)))],
      facts: acceptance(mail),
      document: text,
    }
  const kind = mail.kind === 'offer_withdrawn' || mail.kind === 'offer_follow_up' ? mail.kind : 'offer'
  const { title, lines, ...rest } = offerContent(kind, { ...mail, url })
  return {
    ...{ subject: title, title, ...rest },
    lines: [greeting(name), ...lines],
    // Without a page, the mail contains the whole text.
    document: kind === 'offer' && !url ? text : undefined,
  }
}

/** For a founder's own mail program, without greeting and signature. */
export function offerLetter(kind: 'offer' | 'offer_withdrawn', offer: OfferFacts | undefined) {
  if (!offer) return { subject: '', lines: [] }
  const { title, lines, facts, action } = offerContent(kind, offer)
  return {
    subject: title,
    lines: [
      ...lines,
      ...(action ? [`${action.label}:\n${action.href}`] : []),
      ...facts.map(([label, value]) => `${label}: ${value}`),
    ],
  }
}

export function offerStudioMail(mail: OfferMail, origin: string): MailText {
  const nameOrEmail = isPlainName(mail.name) ? mail.name : mail.email
  const action = { label: 'Open it in the admin', href: `${origin}${paths.offers}/${mail.about_id}` }
  const personFacts: [string, string][] = [
    ['Name', mail.name],
    ['Email', mail.email],
  ]
  if (mail.kind === 'offer_declined')
    return {
      ...offerToStudio.declined(nameOrEmail),
      facts: withValues([...personFacts, ['Reason', mail.ended_reason]]),
      action,
    }
  if (mail.kind === 'offer_expired')
    return {
      ...offerToStudio.expired(nameOrEmail),
      facts: personFacts,
      // Opens the form of the next version.
      action: { ...action, href: `${action.href}?again` },
    }
  return {
    ...offerToStudio.accepted(nameOrEmail),
    facts: [...personFacts, ...acceptance(mail)],
    document: mail.text,
    action,
  }
}

function acceptance({ typed_name, accepted_at, channel, version, sha256 }: OfferMail): MailText['facts'] {
  return withValues([
    [
      'Accepted',
      accepted_at && `on ${formatMoment(accepted_at)}, ${channel === 'email' ? 'by email' : 'on its page'}`,
    ],
    ['By', typed_name],
    ['Version', String(version)],
    ['Fingerprint', sha256],
    ['Proof', offerProof],
  ])
}
