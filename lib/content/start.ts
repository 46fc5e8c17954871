/** Prices, weeks and contents are in packages.ts. */
import type { PackageId } from './package-names'
import type { Package } from './packages'
import { place } from './place'

interface Answer {
  text: string
  hint?: string
}

interface Question {
  text: string
  answers: Record<string, Answer>
}

/**
 * The keys (letters and hyphens) appear in a result's URL and in bookings. If a link contains a key that no longer
 * exists, the page asks that question again.
 */
export const questions = {
  who: {
    text: 'Who uses it?',
    answers: {
      readers: {
        text: 'Anyone, just to read it',
        hint: 'Pages, pictures, a way to reach you.',
      },
      anybody: {
        text: 'Anyone can use it, without an account',
        hint: 'It does something for them: a calculator, a checker, a shop.',
      },
      people: {
        text: 'One group of people',
        hint: 'Your customers, your members, your patients. They sign in.',
      },
      sides: {
        text: 'Two sides that deal with each other',
        hint: 'Buyers and sellers, teachers and pupils.',
      },
      team: {
        text: 'Your own team',
        hint: 'A tool for work. Nobody outside sees it.',
      },
    },
  },
  first: {
    text: 'What must they be able to do first?',
    answers: {
      'one-thing': {
        text: 'One thing, from start to end',
        hint: 'Book a lesson. File a report. Ask for a quote.',
      },
      'few-things': {
        text: 'Two or three things, and you look after them',
        hint: 'They book, move and cancel; you approve and correct.',
      },
      'many-things': {
        text: 'More than that, or you don’t know yet',
        hint: 'Many parts that need each other, and no first one yet.',
      },
    },
  },
  pay: {
    text: 'Do people pay through it?',
    answers: {
      no: { text: 'No' },
      outside: {
        text: 'They pay, but another way',
        hint: 'By invoice, by bank transfer, at the counter.',
      },
      inside: {
        text: 'Yes, by card',
        hint: 'Once, or every month.',
      },
    },
  },
  ai: {
    text: 'Is AI part of it?',
    answers: {
      no: { text: 'No' },
      later: {
        text: 'Perhaps later',
        hint: 'It has to be useful without it.',
      },
      core: {
        text: 'Yes, from the first day',
        hint: 'It reads, sorts, writes or answers.',
      },
    },
  },
  have: {
    text: 'What do you have already?',
    answers: {
      idea: {
        text: 'An idea',
        hint: 'Perhaps some sketches, or a slide or two.',
      },
      prototype: {
        text: 'A prototype',
        hint: 'Clicked together or made with AI. It shows what you mean, and is not yet ready for everyone.',
      },
      product: {
        text: 'A live product that people use',
        hint: 'It has to keep running while it changes.',
      },
    },
  },
} as const satisfies Record<string, Question>

export type Questions = typeof questions
export type QuestionId = keyof Questions
export type AnswerId<Q extends QuestionId> = keyof Questions[Q]['answers'] & string
export type Answers = { [Q in QuestionId]: AnswerId<Q> }

/** `needs` is a line of the packages, word for word; null if no package fulfils the wish. */
export type Wish = { text: string; needs: string | null } | { needs: string }

/** Apart from `questions`, which the browser script of the form contains. */
export const wishes: { [Q in QuestionId]?: { [A in AnswerId<Q>]?: readonly Wish[] } } = {
  who: {
    people: [{ text: 'Sign-up and login for the people who use it', needs: 'basic sign-up/login' }],
    sides: [
      { text: 'Sign-up and login for both sides', needs: 'basic sign-up/login' },
      { needs: 'user roles and permissions' },
    ],
    team: [{ text: 'Login for your team', needs: 'basic sign-up/login' }],
  },
  first: {
    'one-thing': [{ text: 'That one thing, from start to end', needs: '1 core user flow' }],
    'few-things': [
      { text: 'Your two or three things', needs: '2-3 user flows' },
      { needs: 'admin dashboard' },
    ],
    'many-things': [{ needs: 'deep scoping, strategy & planning' }, { needs: 'admin dashboard' }],
  },
  pay: {
    outside: [{ text: 'Emails that say what is to be paid, and how', needs: 'email setup' }],
    inside: [{ needs: 'payments integration' }],
  },
  ai: {
    later: [{ text: 'AI, for the day when you want it', needs: 'AI-powered features' }],
    core: [{ needs: 'AI-powered features' }, { needs: 'OpenAI & Gemini integrations' }],
  },
  have: {
    idea: [{ needs: 'UX/UI design' }],
    prototype: [
      { text: 'Screens that keep what your prototype got right', needs: 'UX/UI design' },
      { text: 'The prototype’s own code: we build it again, from the ground up', needs: null },
    ],
  },
}

/** If no package fits: a key of `startResult.instead`. */
export type Instead = 'website' | 'call'

/**
 * A rule applies if every answer is in `when`; a question that `when` leaves out may have any answer. `fits` is the
 * package, or the advice if none fits; `because` gives the reason for each answer that decides.
 */
export interface Rule {
  when: { [Q in QuestionId]?: readonly AnswerId<Q>[] }
  fits: PackageId | Instead
  because: { [Q in QuestionId]?: string }
}

const fresh = { have: ['idea', 'prototype'] } as const
const withoutPayments = { ...fresh, pay: ['no', 'outside'] } as const
const simple = { ...withoutPayments, ai: ['no', 'later'] } as const
const active = { ...simple, who: ['anybody', 'people', 'sides', 'team'] } as const

const website =
  'This sounds like a website. A website builder makes one for far less than we would, and you can change it yourself.'
const unclear =
  'Reading alone needs no more than a website; several things to do need a product. Half an hour tells which one yours is.'
const inUse =
  'Our packages build something new. Before we change what people rely on, we look at it first; then we can name a price, or someone better placed to do it.'
const payments = 'Payments by card come with Scale: money needs more care than a few weeks allow.'
const aiWork = 'Features that run on AI come with Scale.'
const scoping =
  'Scale begins by putting all the parts in order. Without that, a fixed price would be a guess.'
const flows = 'Growth is made for two or three things to do, with a dashboard from which you look after them.'
const roles =
  'Each side sees and does its own. That takes user roles and permissions, which come with Growth.'
const oneFlow = 'One thing from start to end is what Starter is made for.'
const nothingMore = 'One group of people needs no roles: a basic login is enough.'
const noLogin = 'Nobody has to sign in, so nothing larger is needed.'

/** Exactly one applies to any combination of answers; a test tries all of them. */
export const rules: { sample?: true; table: readonly Rule[] } = {
  sample: true,
  // prettier-ignore
  table: [
    { when: { have: ['product'] }, fits: 'call', because: { have: inUse } },
    { when: { ...fresh, pay: ['inside'], ai: ['core'] }, fits: 'scale', because: { pay: payments, ai: aiWork } },
    { when: { ...fresh, pay: ['inside'], ai: ['no', 'later'] }, fits: 'scale', because: { pay: payments } },
    { when: { ...withoutPayments, ai: ['core'] }, fits: 'scale', because: { ai: aiWork } },
    { when: { ...simple, who: ['readers'], first: ['one-thing'] }, fits: 'website', because: { who: website } },
    { when: { ...simple, who: ['readers'], first: ['few-things', 'many-things'] }, fits: 'call', because: { first: unclear } },
    { when: { ...active, first: ['many-things'] }, fits: 'scale', because: { first: scoping } },
    { when: { ...active, first: ['few-things'] }, fits: 'growth', because: { first: flows } },
    { when: { ...simple, first: ['one-thing'], who: ['sides'] }, fits: 'growth', because: { who: roles } },
    { when: { ...simple, first: ['one-thing'], who: ['people', 'team'] }, fits: 'starter', because: { first: oneFlow, who: nothingMore } },
    { when: { ...simple, first: ['one-thing'], who: ['anybody'] }, fits: 'starter', because: { first: oneFlow, who: noLogin } },
  ],
}

/** Changes of one answer. If the rules find a smaller package for it, /start names that package. */
export const less: readonly {
  [Q in QuestionId]: { question: Q; from: AnswerId<Q>; to: AnswerId<Q>; text?: string }
}[QuestionId][] = [
  { question: 'who', from: 'readers', to: 'anybody' },
  {
    question: 'pay',
    from: 'inside',
    to: 'outside',
    text: 'people can pay by invoice or bank transfer at first',
  },
  {
    question: 'ai',
    from: 'core',
    to: 'later',
    text: 'a person can do for a while what AI should do later',
  },
  {
    question: 'first',
    from: 'many-things',
    to: 'few-things',
    text: 'you can name the two or three things that come first',
  },
]

/** By its name in support.ts. It does not change which package fits. */
export const afterLaunch = {
  text: 'And after the launch?',
  answers: {
    open: { text: 'Not decided yet', plan: null },
    hosting: { text: 'We keep it online for you', plan: 'Hosting & Billing' },
    updates: { text: 'We keep working on it with you', plan: 'Support & Updates' },
  },
} as const satisfies Question & { answers: Record<string, { plan: string | null }> }

export const startPage = {
  sample: true,
  title: 'Which package is yours?',
  lead: 'Five plain questions. Then you see which package fits, what it costs and why. If none of them fits, we say so.',
  privacy: 'No name, no email, no cookie: your answers are in the address of the page and nowhere else.',
  missing: {
    one: 'One answer is missing',
    more: 'answers are missing',
  },
}

/** The form's browser script contains only these texts. */
export const start = {
  sample: true,
  action: 'Show what fits',
  again: {
    title: 'Your answers',
    change: 'Change an answer',
    text: 'Change one, and the rest stays as it is.',
    action: 'Show what fits now',
  },
  optional: 'If you like',
  missing: 'Choose one, please.',
  soFar: {
    lead: 'So far:',
    fits: 'What fits:',
    least: 'at least',
    within: 'in',
    orCall: 'or a free call first',
    none: 'none of our packages',
    websiteOrCall: 'a website builder may do, or a free call first',
    website: 'a website builder, for less than we cost',
    call: 'a free call first',
    more: (count: number) => (count === 1 ? 'One more answer' : `${count} more answers`),
  },
}

export const startResult = {
  sample: true,
  title: 'For what you describe',
  instead: {
    website: {
      title: 'A website builder',
      text: 'We would rather say so now than on the call. If there is more to it, tell us: the call is free all the same.',
    },
    call: {
      title: 'A free call first',
      text: 'Half an hour, free of charge. Show us what there is, and we tell you what we would do and what it might cost.',
    },
  } satisfies Record<Instead, { title: string; text: string }>,
  action: 'Book a free call about this',
  write: 'Write to us instead',
  terms: `${place.currency} excl. ${place.tax.name}`,
  because: { one: 'The answer that decided', more: 'The answers that decided' },
  next: {
    title: 'What happens next',
    steps: [
      { title: 'A free call', text: '30 minutes with one of us. Your answers come with it.' },
      { title: 'A written offer', text: 'Fixed scope and price. Nothing is agreed before you accept it.' },
    ],
    live: 'It goes live',
    weeks: (timeline: string) => `${timeline} after the start.`,
  },
  contains: 'What’s included',
  others: 'Also included',
  list: 'See the whole list of packages',
  leavesOut: 'What’s not included',
  onlyIn: (name: string) => `${name} would add`,
  never: 'An app in an app store: this is a web app, which works on phones as well',
  /** When the next larger package is wiser. Null if there is none; the page then shows `smaller`. */
  larger: {
    starter:
      'When you have to approve, correct or answer things every day: Growth has the dashboard for that. Or when a second thing to do cannot wait for what the first one teaches you.',
    growth:
      'When people should pay by card in the first months, when AI does part of the work, or when you can’t say yet which parts come first.',
    scale: null,
  } satisfies Record<PackageId, string | null>,
  wiser: (name: string) => `When ${name} would be wiser`,
  smaller: (conditions: string, { name, price, timeline }: Package) =>
    `If ${conditions}, ${name} is enough: ${price}, in ${timeline}. The rest can follow.`,
  price: {
    title: 'What it costs',
    handover: 'If you take it over yourself, whenever you like',
    includesTax: `This price includes ${place.tax.name}.`,
    noOffer:
      'This is our price list, applied to your five answers. It is not an offer yet, and commits you to nothing: after the free call we write you one, with a fixed scope and price.',
    print: 'It prints on one page.',
  },
}
