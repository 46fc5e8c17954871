/** A sent offer keeps its wording. */
import { place, placeTime } from './place'
import { site } from './studio'

export const party: {
  sample?: true
  name: string
  number: string
  taxNumber: string
  address: string
  signedBy: string
} = {
  sample: true,
  name: 'South Coast Studio Limited (sample)',
  number: '0000 0000 00000',
  taxNumber: '000-000-000',
  address: `1 Sample Street, ${place.city} 6011`,
  signedBy: 'The director (sample)',
}

/** Ask your lawyer. The landing page shows some clauses word for word: write 'as agreed', not 'as this offer says'. */
export const clauses = {
  acceptance: 'Nothing is agreed, and nothing is to be paid, before you accept the offer.',
  price:
    'The price is fixed for what stands under “Included”. A change of that has a fixed price too, which we both agree to in writing before it is begun.',
  lateness:
    'If we are late, we tell you at once, and the price stays. If we wait for something of yours, it takes as many days longer.',
  mending: 'What does not work as agreed, we mend free of charge for 90 days after it is live.',
  ownership: 'You own the code and the design once everything is paid.',
  invoices: 'Invoices are due within 14 days.',
  confidence: 'What we learn of each other’s business, we keep to ourselves.',
  liability:
    'Neither of us is liable to the other for more than the whole price, except where the law allows no limit.',
  ending: 'Either of us may end the work in writing. Then what is done until that day is paid.',
  law: place.law,
} as const

/** Only the owner, their lawyer and their accountant know these. */
export const offerTerms: {
  sample?: true
  /** Even after the erasure of its person. Ask your accountant. */
  keepAcceptedYears: number
  validDays: number
  excluded: string
  /** In percent of the total. */
  payments: readonly { text: string; percent: string }[]
  /** All {@link clauses}, each a paragraph. */
  terms: string
} = {
  sample: true,
  keepAcceptedYears: 7,
  validDays: 14,
  excluded: ['An app in an app store', 'Texts, pictures and translations', 'Fees of other services'].join(
    '\n',
  ),
  payments: [
    { text: 'When we begin', percent: '50' },
    { text: 'When it is live', percent: '50' },
  ],
  terms: Object.values(clauses).join('\n\n'),
}

export const offerText = {
  by: `A fixed-price offer from ${site.name}, ${place.city}`,
  price: 'The price',
  included: 'Included',
  excluded: 'Not included',
  time: 'Time',
  payments: 'How it is paid',
  terms: 'The terms',
} as const

/** The visitor ticks it; the database stores this sentence with the acceptance. */
export function consentText(version: number): string {
  return `I have read version ${version} of this offer and its terms, and I accept it.`
}

export const offerStates = {
  open: (until: string) => ({
    title: 'Our offer to you',
    lead: `Take your time with it. It is valid until the end of ${until}, ${placeTime}.`,
  }),
  expired: (until: string) => ({
    title: 'This offer has expired',
    lead: `It was valid until the end of ${until}, ${placeTime}. Still interested? Write to ${site.email}, and we’ll look at it again.`,
  }),
  withdrawn: (when: string) => ({
    title: 'We have withdrawn this offer',
    lead: `On ${when}. It can no longer be accepted. Questions? Write to ${site.email}.`,
  }),
  declined: (when: string) => ({
    title: 'You declined this offer',
    lead: `On ${when}. Have you changed your mind? Write to ${site.email}, and we’ll make you another one.`,
  }),
  accepted: (when: string) => ({
    title: 'You have accepted this offer',
    lead: `On ${when}. There is nothing to pay today.`,
  }),
} as const

export const offerPage = {
  reason: 'Why:',
  left: (days: number) =>
    days === 0 ? 'Today is its last day' : `Valid for ${days} more ${days === 1 ? 'day' : 'days'}`,
  questions: {
    title: 'A question first?',
    lead: `Reply to the email that brought you here, or write to ${site.email}. Nothing is accepted by asking.`,
  },
  signatures: {
    title: 'Signatures',
    ours: (firm: string) => `Signed for ${firm} by sending this offer.`,
    notYet: 'Not yet accepted',
    none: 'Not accepted',
    open: (name: string) => `${name} signs by accepting it online.`,
  },
  hash: 'This text has a fingerprint (SHA-256). If anyone changed a single letter, it would be another one:',
  download: 'Download the text',
  downloadAccepted: 'Download it with your acceptance',
  wordForWord: 'The offer, word for word',
  changes: {
    tag: (version: number) => `Version ${version}`,
    title: 'Something changed.',
    lead: 'The version before no longer counts.',
    since: (version: number) => `What changed since version ${version}`,
    compare: 'Compare with version',
    was: 'Was: ',
    is: ' Now: ',
    new: 'New: ',
    gone: 'Gone: ',
    same: 'Nothing but its number and its date.',
  },
  accept: {
    title: 'Accept this offer',
    bar: 'Accept',
    /** With the tax of the offer's own text. */
    withTax: (tax: string) => `incl. ${tax}`,
    name: 'Your full name',
    signature: 'Typed here, it is your signature.',
    email: 'Your email address',
    emailHint: (hint: string) => `The one our emails reach you at: ${hint}`,
    button: 'Accept the offer',
  },
  decline: {
    title: 'Decline it',
    hint: 'It ends this offer. You can ask for another one at any time.',
    reason: 'What made you decide so?',
    button: 'Decline the offer',
  },
  missing: 'Please tick this first.',
  done: {
    accepted: {
      message: 'Thank you. The offer is accepted.',
      mailed: 'We have written to you: the email has the whole text, for you to keep.',
      notMailed: 'Download or print the text below, for you to keep.',
    },
    declined_now: { message: 'The offer is declined.', detail: 'Thank you for telling us.' },
  },
  invalid: {
    title: 'This link does not work',
    lead: 'Perhaps a part of it is missing. When a person’s details are erased, their offers and the links to them go as well. If you accepted an offer, the email that we sent you then has all of it.',
  },
  unreachable: {
    title: 'Our offer to you',
    lead: 'We could not reach our records just now. Your offer stands as it was.',
  },
} as const

export function acceptedBy(
  { typed_name, email, words }: { typed_name: string | null; email: string; words: string },
  at: string,
): string {
  const who = typed_name ? `${typed_name}, ${email}` : email
  return `Accepted by ${who}, on ${at} (${placeTime}), with the words “${words}”`
}

const nothing = 'Nothing was accepted or declined.'

/** `triesLeft` is the number of e-mail addresses that the visitor may still try today. */
export const offerProblemTexts = {
  already_accepted: (at: string) => ({
    message: 'This offer was already accepted.',
    detail: `On ${at}. There is nothing more to do.`,
  }),
  withdrawn: (at: string) => ({
    message: 'We withdrew this offer while you had it open.',
    detail: `On ${at}. ${nothing} Questions? Write to ${site.email}.`,
  }),
  declined: (at: string) => ({
    message: 'This offer was already declined.',
    detail: `On ${at}. Have you changed your mind? Write to ${site.email}.`,
  }),
  superseded: () => ({
    message: 'We have sent a newer version since you opened this page.',
    detail: `${nothing} Here it is: above it you see what changed. Please read it first.`,
  }),
  expired: () => ({
    message: 'This offer has expired.',
    detail: `${nothing} Still interested? Write to ${site.email}.`,
  }),
  link_invalid: () => ({
    message: 'This offer is not here any more.',
    detail: `It may have been erased. ${nothing} Questions? Write to ${site.email}.`,
  }),
  email_differs: (_at: string, triesLeft: number) => ({
    message: `That is not the email address that this offer was made to. ${
      triesLeft > 0
        ? `You can try ${triesLeft === 1 ? 'once more' : `${triesLeft} more times`} today.`
        : `It cannot be tried again today: write to ${site.email}.`
    }`,
  }),
  too_many_emails: () => ({
    message: 'Too many wrong email addresses were tried for this offer.',
    detail: `${nothing} Please try again tomorrow, or write to ${site.email}.`,
  }),
  too_busy: () => ({
    message: 'Our records are busy, so nothing was stored.',
    detail: 'Please try again in a minute.',
  }),
  unreachable: () => ({
    message: 'We could not reach our records just now, so nothing was stored.',
    detail: `Please try again, or write to ${site.email}.`,
  }),
  no_response: () => ({
    message: 'We do not know yet whether that was stored.',
    detail: 'Reload the page: it shows how the offer stands.',
  }),
}
