/**
 * The questions of /start, the rules that find a package by their answers, and what it says of the
 * result. Prices, weeks and contents of the packages are in packages.ts.
 */
import type { PackageId } from './packages'

/**
 * Something that a person who gives an answer wants. `needs` is the line of the packages that has
 * it, word for word; null when no package has it.
 */
interface Wish {
  text: string
  needs: string | null
}

interface Answer {
  text: string
  hint?: string
  wishes?: readonly Wish[]
}

interface Question {
  text: string
  answers: Record<string, Answer>
}

const login = (text: string): Wish => ({ text, needs: 'basic sign-up/login' })
const ai = (text: string): Wish => ({ text, needs: 'AI-powered features' })

/**
 * The five questions. The keys are what stands in the address of a result, and in bookings: letters
 * and hyphens. Who has a link with an answer that is no longer here is asked that question again.
 */
export const questions = {
  who: {
    text: 'Who uses it?',
    answers: {
      readers: {
        text: 'Anybody, just to read it',
        hint: 'Pages, pictures, a way to reach you. Nobody signs in.',
      },
      people: {
        text: 'One kind of people',
        hint: 'Your customers, your members, your patients.',
        wishes: [login('Sign-up and login for the people who use it')],
      },
      sides: {
        text: 'Two sides that meet in it',
        hint: 'Buyers and sellers, teachers and pupils.',
        wishes: [
          login('Sign-up and login for both sides'),
          { text: 'Each side sees and does its own', needs: 'user roles and permissions' },
        ],
      },
      team: {
        text: 'Our own team',
        hint: 'A tool for work. Nobody outside sees it.',
        wishes: [login('Login for your team')],
      },
    },
  },
  first: {
    text: 'What must they be able to do first?',
    answers: {
      'one-thing': {
        text: 'One thing, from start to end',
        hint: 'Book a lesson. File a report. Ask for a quote.',
        wishes: [{ text: 'That one thing, from start to end', needs: '1 core user flow' }],
      },
      'few-things': {
        text: 'Two or three things, and we look after them',
        hint: 'They book, move and cancel; you approve and correct.',
        wishes: [
          { text: 'Your two or three things', needs: '2-3 user flows' },
          { text: 'A place from which you look after them', needs: 'admin dashboard' },
        ],
      },
      'many-things': {
        text: 'More than that, or we don’t know yet',
        hint: 'Many parts that hang together, in no order so far.',
        wishes: [
          {
            text: 'An order for all the parts, before anything is built',
            needs: 'deep scoping, strategy & planning',
          },
          { text: 'A place from which you look after them', needs: 'admin dashboard' },
        ],
      },
    },
  },
  pay: {
    text: 'Do people pay in it?',
    answers: {
      no: { text: 'No' },
      outside: {
        text: 'They pay, but not in it',
        hint: 'By invoice, by bank transfer, at the counter.',
        wishes: [{ text: 'Emails that say what is to be paid, and how', needs: 'email setup' }],
      },
      inside: {
        text: 'Yes, in it',
        hint: 'By card, once or every month.',
        wishes: [{ text: 'Payments by card', needs: 'payments integration' }],
      },
    },
  },
  ai: {
    text: 'Is AI part of it?',
    answers: {
      no: { text: 'No' },
      later: {
        text: 'Later, perhaps',
        hint: 'It has to be useful without.',
        wishes: [ai('AI, for the day when you want it')],
      },
      core: {
        text: 'Yes, from the first day',
        hint: 'It reads, sorts, writes or answers.',
        wishes: [
          ai('The part that AI does'),
          { text: 'A model behind it', needs: 'OpenAI & Gemini integrations' },
        ],
      },
    },
  },
  have: {
    text: 'What is there already?',
    answers: {
      idea: {
        text: 'An idea',
        hint: 'Perhaps some sketches, or a slide or two.',
        wishes: [{ text: 'Screens, drawn from your idea', needs: 'UX/UI design' }],
      },
      prototype: {
        text: 'A prototype that falls over',
        hint: 'Clicked together or made with AI. It shows what you mean.',
        wishes: [
          { text: 'Screens that keep what your prototype got right', needs: 'UX/UI design' },
          { text: 'The prototype’s own code: we build anew rather than repair', needs: null },
        ],
      },
      product: {
        text: 'A product that people use',
        hint: 'It has to keep running while it changes.',
      },
    },
  },
} as const satisfies Record<string, Question>

export type Questions = typeof questions
export type QuestionId = keyof Questions
export type AnswerId<Q extends QuestionId> = keyof Questions[Q]['answers'] & string
/** An answer to each question. */
export type Answers = { [Q in QuestionId]: AnswerId<Q> }

/**
 * A rule holds for everybody whose answers are among those of `when`; a question that is not in it
 * may have any answer. `fits` is the package, or null for none of ours. `because` names the answers
 * that decided, each with the reason.
 */
export interface Rule {
  when: { [Q in QuestionId]?: readonly AnswerId<Q>[] }
  fits: PackageId | null
  because: { [Q in QuestionId]?: string }
}

/** A web app, and a new one. */
const ours = { who: ['people', 'sides', 'team'], have: ['idea', 'prototype'] } as const
const withoutPayments = { ...ours, pay: ['no', 'outside'] } as const
const simple = { ...withoutPayments, ai: ['no', 'later'] } as const

const website =
  'That is a website. A website builder makes one for far less than we would, and you can change it yourself.'
const inUse =
  'Our packages build something new. To change what people use, somebody has to look at it first; then we can name a price, or a better person for it.'
const payments = 'Taking payments is in Scale alone: money needs more care than a few weeks have.'
const aiWork = 'AI-powered features are in Scale alone.'
const scoping =
  'Scale begins with deep scoping, which puts many parts in an order. Without it, a fixed price would be a guess.'
const flows = 'Two or three user flows, and a dashboard to look after them, are what Growth adds to Starter.'
const roles = 'Two sides need roles and permissions, so that each sees its own. Growth has them.'
const oneFlow = 'One thing from start to end is one core user flow, and that is what Starter is.'
const nothingMore = 'One kind of people needs no roles: a basic login does.'

/** The rules: for any answers exactly one holds, which a test tries with all of them. */
export const rules: { sample: true; table: readonly Rule[] } = {
  sample: true,
  // prettier-ignore
  table: [
    { when: { who: ['readers'] }, fits: null, because: { who: website } },
    { when: { who: ours.who, have: ['product'] }, fits: null, because: { have: inUse } },
    { when: { ...ours, pay: ['inside'], ai: ['core'] }, fits: 'scale', because: { pay: payments, ai: aiWork } },
    { when: { ...ours, pay: ['inside'], ai: ['no', 'later'] }, fits: 'scale', because: { pay: payments } },
    { when: { ...withoutPayments, ai: ['core'] }, fits: 'scale', because: { ai: aiWork } },
    { when: { ...simple, first: ['many-things'] }, fits: 'scale', because: { first: scoping } },
    { when: { ...simple, first: ['few-things'] }, fits: 'growth', because: { first: flows } },
    { when: { ...simple, first: ['one-thing'], who: ['sides'] }, fits: 'growth', because: { who: roles } },
    { when: { ...simple, first: ['one-thing'], who: ['people', 'team'] }, fits: 'starter', because: { first: oneFlow, who: nothingMore } },
  ],
}

/** Which support plan somebody wants, by its name in packages.ts. It decides nothing. */
export const afterLaunch = {
  text: 'And after the launch?',
  answers: {
    open: { text: 'We’ll see then', plan: null },
    hosting: { text: 'Keep it online for us', plan: 'Hosting & Billing' },
    updates: { text: 'Keep working on it with us', plan: 'Support & Updates' },
  },
} as const satisfies Question & { answers: Record<string, { plan: string | null }> }

/** What only the owner knows. */
export const owner: {
  sample?: true
  /** Whether the studio adds GST, and how much of the price it is. */
  gst: { registered: boolean; rate: number }
  /** The first day on which a new project can start, `YYYY-MM-DD`. Without it no page names a launch. */
  nextFreeStart?: string
} = {
  sample: true,
  gst: { registered: true, rate: 0.15 },
  nextFreeStart: '2026-12-07',
}

/** The words of the questions. The form is a client component, and only these are in its script. */
export const start = {
  sample: true,
  title: 'Which package is yours?',
  lead: 'Five plain questions. Then you see one package, its price with and without GST, and why. Or that we are the wrong people, and why.',
  privacy:
    'No name, no email, no cookie. Your answers are in the address of the page and nowhere else, so you can share it.',
  action: 'Show what fits',
  again: {
    title: 'Your answers',
    change: 'Change an answer',
    text: 'Change one, and the rest stays as it is.',
    action: 'Show what fits now',
  },
  optional: 'If you like',
  missing: {
    one: 'One answer is missing',
    more: 'answers are missing',
    here: 'Choose one, please.',
  },
}

/** The words of a result. */
export const startResult = {
  sample: true,
  title: 'For what you describe',
  none: {
    title: 'None of our packages',
    action: 'Write to us about this',
    text: 'We would rather say so now than on the call. Do you see it otherwise? Write to us, and a person reads it.',
  },
  action: 'Book a free call about this',
  because: { one: 'The answer that decided', more: 'The answers that decided' },
  wishes: 'What is in it',
  contains: 'In it',
  leavesOut: 'Not in it',
  onlyIn: 'What only comes with',
  /** In every package. */
  never: 'An app in an app store: this is a web app, which works on phones as well',
  /** When another package would be wiser. */
  next: {
    starter: {
      title: 'When Growth would be wiser',
      text: 'When you will have to approve, correct or answer things every day: that is the dashboard of Growth. Or when a second thing to do cannot wait for what the first one teaches you.',
    },
    growth: {
      title: 'When Scale would be wiser',
      text: 'When people should pay in it within the first months, when AI does part of the work, or when you can’t yet say which parts come first.',
    },
    scale: {
      title: 'When a smaller one would be wiser',
      text: 'There is none above Scale. If people may pay by invoice at first, or a person may do for a while what AI should do later, Growth puts you in front of them sooner, and for less.',
    },
  } satisfies Record<PackageId, { title: string; text: string }>,
  price: {
    title: 'What it costs',
    handover: 'If you take it over yourself, whenever you like',
    /** The specification does not say whether support plans include GST. */
    unsaid: 'Our list does not say yet whether GST comes on top: the offer does.',
    abroad: 'Outside New Zealand usually no GST: the offer says.',
    noOffer:
      'This is no offer, and nothing is agreed by it. It is our price list, applied to five answers. You get an offer with a fixed scope after the free call.',
    print: 'It prints on one page.',
  },
  launch: { title: 'When it could be live' },
}
