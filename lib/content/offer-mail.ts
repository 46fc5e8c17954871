import { formatLongDate } from '../dates'
import type { OfferMail } from '../mail/claimed'
import { readAgreed } from '../offers/agreed'
import { formatMoment } from '../offers/state'
import { paths } from '../paths'
import { greeting, isPlainName, type MailText } from './mail'
import { acceptedLines } from './offer-accepted'
import { placeTime } from './place'
import { site } from './studio'

const attached =
  'The same text is attached as a file. The fingerprint above (its SHA-256) changes with every letter, so you can check that nobody has altered it.'

export interface OfferFacts {
  version: number
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
  if (kind === 'offer_withdrawn')
    return {
      title: 'Our offer no longer holds',
      lines: [
        'We have withdrawn the offer that we sent you. It can no longer be accepted, and there is nothing you need to do. For questions, reply to this email.',
      ],
      facts: ended_reason ? [['Why', ended_reason]] : [],
    }
  const page: Pick<MailText, 'facts' | 'action'> = {
    facts: [['Valid until', `the end of ${formatLongDate(valid_until)}, ${placeTime}`]],
    action: url ? { label: 'Read the offer', href: url } : undefined,
  }
  if (kind === 'offer_follow_up')
    return {
      title: `Our offer to you is valid until ${formatLongDate(valid_until)}`,
      lines: [
        'A short reminder, and the only one. Is something unclear, or do you need more time? Reply to this email. There is nothing you need to do if you have decided against it.',
      ],
      ...page,
    }
  return {
    title: version === 1 ? 'Our offer to you' : `Our offer to you, version ${version}`,
    lines: [
      ...(words ? [words] : []),
      version === 1
        ? 'As promised, in writing: what is in it, what it costs and how long it takes.'
        : `This version takes the place of the one before.${url ? ' Its page shows what changed.' : ''}`,
      `${url ? 'You can accept or decline it on its page; for' : 'To accept it, or for'} questions, reply to this email.`,
    ],
    ...page,
  }
}

export function offerMail(mail: OfferMail, url: string | null): MailText {
  const { name, text } = mail
  if (mail.kind === 'offer_accepted')
    return {
      subject: `Accepted: your offer from ${site.name}`,
      title: 'You have accepted our offer',
      lines: [greeting(name), ...acceptedLines(readAgreed(text))],
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

/** The same mail for a founder's own mail program, as lines with greeting and signature. */
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
  const who = isPlainName(mail.name) ? mail.name : mail.email
  const person: [string, string][] = [
    ['Name', mail.name],
    ['Email', mail.email],
  ]
  const action = { label: 'Open it in the admin', href: `${origin}${paths.offers}/${mail.about_id}` }
  if (mail.kind === 'offer_declined')
    return {
      subject: `Declined: the offer to ${who}`,
      title: 'An offer was declined',
      lines: [],
      facts: [
        ...person,
        ...(mail.ended_reason ? ([['Reason', mail.ended_reason]] as [string, string][]) : []),
      ],
      action,
    }
  if (mail.kind === 'offer_expired')
    return {
      subject: `Expired: the offer to ${who}`,
      title: 'An offer has expired',
      lines: ['They have not answered it. You can send it again, with another last day.'],
      facts: person,
      action: { ...action, href: `${action.href}?again` },
    }
  return {
    subject: `Accepted: the offer to ${who}`,
    title: 'An offer was accepted',
    lines: [],
    facts: [...person, ...acceptance(mail)],
    document: mail.text,
    action,
  }
}

function acceptance({ typed_name, accepted_at, channel, version, sha256 }: OfferMail): [string, string][] {
  const facts: [string, string | null][] = [
    [
      'Accepted',
      accepted_at && `on ${formatMoment(accepted_at)}, ${channel === 'email' ? 'by email' : 'on its page'}`,
    ],
    ['By', typed_name],
    ['Version', String(version)],
    ['Fingerprint', sha256],
    ['Proof', attached],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
