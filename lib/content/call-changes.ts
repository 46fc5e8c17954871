/** For a site that sends no mail: the admin sends these texts. */
import { site } from './studio'

export const changeSubjects = {
  first: 'Your call with us',
  cancelled: 'Your call is cancelled',
  moved: 'Your call has a new time',
  restored: 'Your call takes place after all',
  confirmed: 'Your call is confirmed',
  unconfirmed: 'Your call is not confirmed yet',
  location: 'Your call has a new location',
}

/** The call's time, the time that the visitor knows, its location if it is confirmed. */
interface ChangedCall {
  when: string
  was: string | null
  where: string | null
  message: string | null
}

const confirmation = (where: string | null) =>
  where ? `It is confirmed. Where: ${where}` : 'We’ll confirm it soon.'

/** Between the greeting and the link. */
export const changeTexts = {
  first: ({ when, where }) => [
    `We have a call on ${when}.`,
    confirmation(where),
    'The time doesn’t suit you? Tell us, or choose another one.',
  ],
  cancelled: ({ when, was, message }) => [
    `We are sorry: our call on ${was ?? when} won’t take place.`,
    ...(message ? [message] : []),
    `You can book another time whenever you like:\n${site.url}/booking`,
  ],
  moved: ({ when, was, where }) => [
    `We are sorry: we had to move our call${was ? ` from ${was}` : ''}. The new time is ${when}.`,
    confirmation(where),
    'The new time doesn’t suit you? Tell us, or choose another one.',
  ],
  restored: ({ when, where }) => [
    `Our call on ${when} takes place after all. You don’t need to choose another time.`,
    confirmation(where),
    'The time doesn’t suit you any more? Tell us, or choose another one.',
  ],
  confirmed: ({ when, where }) => [
    `Our call on ${when} is confirmed.${where ? ` Where: ${where}` : ''}`,
    'The time doesn’t suit you any more? Tell us, or choose another one.',
  ],
  unconfirmed: ({ when }) => [
    `We are sorry: we have to look again at our call on ${when}. It is not confirmed yet; we’ll tell you soon.`,
  ],
  location: ({ when, where }) => [
    `Our call on ${when} happens somewhere else now: ${where}`,
    'The time stays as it was.',
  ],
} satisfies Record<string, (call: ChangedCall) => string[]>

/** No text about a cancelled call has this link. */
export const changeLink = 'The page of your booking:'
