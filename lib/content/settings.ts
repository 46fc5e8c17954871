import { ROOM_PLACEHOLDER } from './room'

/** In paragraphs. Code is between backticks. `mailed`: the site sends mails. */
export const aboutSettings = {
  location: (mailed: boolean) => [
    'For calls without a location of their own. Visitors read it once their call is confirmed, and never on a public page.',
    `With \`${ROOM_PLACEHOLDER}\` in its address, each call has a room of its own, such as \`https://meet.jit.si/our-studio-${ROOM_PLACEHOLDER}\`. Its provider has to let anyone open a room by its address: Jitsi does, Zoom and Meet do not. In a shared room the next visitor can walk into the call before.`,
    `Saving it mails nobody. Everyone who was told the old location is then listed under “Not told yet”, which you open from the news in Requests; ${
      mailed ? 'there, “Tell them” mails them all.' : 'there you find a text for each of them.'
    }`,
  ],
  notice: [
    'Visitors are not offered times that begin sooner. You can book and move calls at any time, and a time that you proposed can still be taken.',
  ],
  reminders: (mailed: boolean) => [
    'By email, for confirmed calls. None goes within three hours after another email that says the same.',
    ...(mailed ? [] : ['No mail server is set up, so none goes.']),
  ],
  calendars: [
    'While one of these calendars is busy, visitors are not offered a call: busy for one of you is busy. Calls that are booked stay. We read them every ten minutes and keep only when you are busy, not what is in them.',
    'A calendar that cannot be read counts as it was, until it can be read again or is removed. Google, Outlook and Apple may publish a change hours after you made it.',
    'The private address of a calendar is found in',
  ],
  feed: [
    'A secret address, for you alone, at which your own calendar reads the studio’s calls: add it there as a calendar from the internet.',
    'It says when a call is, with whom and where, and leads to the request here. It does not say what they wrote, nor their phone number or email: whoever makes your calendar keeps a copy.',
    'How soon a change arrives is up to your calendar. Apple looks as often as you set it there, Outlook about every three hours, Google every 8 to 24 hours, whatever we ask.',
    'If you also add the files of our mails, you see each call twice.',
  ],
  password: ['Changing it signs you out wherever else you are signed in.'],
  code: ['The sign-in asks for it after your password, so that your password alone opens nothing.'],
  admins: [
    'Who has no code adds it above. Another admin is made on the server, with `npm run admin:create`.',
  ],
}

export const sampleLocation =
  'This is the location that came with the site: set your own before a call is confirmed.'
