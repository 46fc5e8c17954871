import { formatLongDate } from '../dates'
import type { OfferMail } from '../mail/claimed'
import { formatMoment } from '../offers/view'
import { paths } from '../paths'
import { greeting, isPlainName, type MailText } from './mail'
import { site } from './site'

const attached =
  'The same text is attached as a file. Whoever has it can check that its SHA-256 is the one above.'

/**
 * The mail to the person that an offer was made to: that there is one, or that they accepted it.
 * `url` is the address of its page, or null without a `SITE_SECRET`.
 */
export function offerMail(mail: OfferMail, url: string | null): MailText {
  const { name, n, valid_until } = mail
  if (mail.kind === 'offer_accepted')
    return {
      subject: `Accepted: your offer from ${site.name}`,
      title: 'You have accepted our offer',
      lines: [
        greeting(name),
        `Thank you. Here is all of it, for you to keep. We will be in touch about the first step. If this was not you, reply to this email at once.`,
      ],
      facts: acceptance(mail),
      document: mail.text,
    }
  return {
    subject: n === 1 ? `Our offer to you` : `Our offer to you, version ${n}`,
    title: n === 1 ? 'Our offer to you' : `Our offer to you, version ${n}`,
    lines: [
      greeting(name),
      'As promised, in writing: what is in it, what it costs and how long it takes. You can accept or decline it on its page; for questions, reply to this email.',
      ...(n === 1 ? [] : ['It takes the place of the version before. Its page shows what changed.']),
    ],
    facts: [['Valid until', `the end of ${formatLongDate(valid_until)}, Wellington time`]],
    action: url ? { label: 'Read the offer', href: url } : undefined,
    // Without the page there is only this.
    document: url ? undefined : mail.text,
  }
}

/** The mail to the studio when an offer was accepted or declined. */
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
        ...(mail.declined_reason ? ([['Reason', mail.declined_reason]] as [string, string][]) : []),
      ],
      action,
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

function acceptance({ typed_name, accepted_at, how, n, sha256 }: OfferMail): [string, string][] {
  const facts: [string, string | null][] = [
    ['Version', String(n)],
    [
      'Accepted',
      accepted_at && `on ${formatMoment(accepted_at)}, ${how === 'email' ? 'by email' : 'on its page'}`,
    ],
    ['By', typed_name],
    ['SHA-256', sha256],
    ['Proof', attached],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** A text for the founder's own mail program; `{link}` stands for the address of the page. */
export function offerLetter(name: string, until: string): string {
  return [
    greeting(name),
    'As promised, here is our offer in writing: what is in it, what it costs and how long it takes.',
    '{link}',
    `It is valid until the end of ${until}, Wellington time. You can accept or decline it on that page; for questions, reply to this email.`,
    `Ngā mihi,\n${site.name}`,
  ].join('\n\n')
}
