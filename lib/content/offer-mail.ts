import { site } from './studio'

interface Template {
  title: string
  lines: string[]
}

/** `words` is the text that a founder wrote for it; `hasPage`: the offer has a page. */
export const offered = (version: number, words: string | null, hasPage: boolean): Template => ({
  title: version === 1 ? 'Our offer to you' : `Our offer to you, version ${version}`,
  lines: [
    ...(words ? [words] : []),
    version === 1
      ? 'As promised, in writing: what is in it, what it costs and how long it takes.'
      : `This version takes the place of the one before.${hasPage ? ' Its page shows what changed.' : ''}`,
    `${hasPage ? 'You can accept or decline it on its page; for' : 'To accept it, or for'} questions, reply to this email.`,
  ],
})

export const offerFollowUp = (lastDay: string): Template => ({
  title: `Our offer to you is valid until ${lastDay}`,
  lines: [
    'A short reminder, and the only one. Is something unclear, or do you need more time? Reply to this email. There is nothing you need to do if you have decided against it.',
  ],
})

export const offerWithdrawn: Template = {
  title: 'Our offer no longer holds',
  lines: [
    'We have withdrawn the offer that we sent you. It can no longer be accepted, and there is nothing you need to do. For questions, reply to this email.',
  ],
}

export const offerAcceptedMail = {
  subject: `Accepted: your offer from ${site.name}`,
  title: 'You have accepted our offer',
}

/** `who` is the recipient of the offer. */
export const offerToStudio = {
  accepted: (who: string) => ({
    subject: `Accepted: the offer to ${who}`,
    title: 'An offer was accepted',
    lines: [],
  }),
  declined: (who: string) => ({
    subject: `Declined: the offer to ${who}`,
    title: 'An offer was declined',
    lines: [],
  }),
  expired: (who: string) => ({
    subject: `Expired: the offer to ${who}`,
    title: 'An offer has expired',
    lines: ['They have not answered it. You can send it again, with another last day.'],
  }),
}

export const offerProof =
  'The same text is attached as a file. The fingerprint above (its SHA-256) changes with every letter, so you can check that nobody has altered it.'
