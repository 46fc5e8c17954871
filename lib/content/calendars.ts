/** Where each calendar program shows a calendar's private address. */
export const addressHints = [
  { name: 'Google', where: 'the calendar’s settings, “Secret address in iCal format”' },
  { name: 'Outlook', where: 'Settings, Calendar, Shared calendars, “Publish a calendar”; take the ICS link' },
  { name: 'Apple', where: 'share the calendar as “Public Calendar”; its address begins with webcal://' },
  { name: 'Fastmail', where: 'Settings, Calendars, Export, “Include all information”' },
  { name: 'Nextcloud', where: 'share the calendar’s link, then “Copy subscription link”' },
]

export const reasons: Record<string, string> = {
  address:
    'The address must begin with https://, with a name, no port, no user and no password in it, and 2,000 characters at most; so must every address it leads to.',
  inward: 'The address leads into a private network.',
  redirects: 'The address leads on to others more than three times.',
  slow: 'No whole calendar came within ten seconds.',
  name: 'No server has this name.',
  network: 'The server could not be reached.',
  certificate: 'The server’s certificate is not valid.',
  compressed: 'The server sends it compressed, although it was asked not to.',
  large: 'It is larger than 10 MB.',
  cut: 'The connection broke off before the end.',
  not_calendar: 'What came is not a calendar.',
  unfinished: 'The calendar has no end: a part of it is missing.',
  unreadable: 'Its parts do not fit together: some of it is missing.',
  many: 'It has more than 5,000 busy times.',
  endless: 'Reading it took longer than nine seconds.',
  heavy: 'Reading it takes more memory than it may have.',
  reader: 'It could not be read on this server: the program that reads calendars does not run.',
  empty: 'It has no events ahead any more.',
  secret: 'The key that opens its address is gone. Remove it, and paste its address again.',
  status_401: 'The server does not give it to us (401).',
  status_403: 'The server does not give it to us (403).',
  status_404: 'There is no calendar at the address (404).',
  status_410: 'There is no calendar at the address (410).',
}

/** For another code. `status` is the server's, if it answered with an error. */
export const otherReason = (status: string | undefined) =>
  status ? `The server answered with an error (${status}).` : 'The calendar cannot be read.'

export const faults: Record<string, string> = {
  no_start: 'no start',
  start: 'start not understood',
  two_starts: 'a second start',
  end: 'end not understood',
  ends: 'end not clear',
  rule: 'rule not understood',
  often: 'more times than we read',
  until: 'end of the rule not clear',
  added: 'time not understood',
  removed: 'time not understood',
  removed_day: 'day not clear',
  replaced: 'time not understood',
  time: 'time not understood',
  zone: 'time zone not understood',
  zone_summer: 'time zone not known in summer',
  zone_two: 'two time zones',
  zone_only: 'time zone not described',
  component: 'kind not understood',
}

/** After the effect on an event that repeats. */
export const later = 'later ones are not known and can be booked.'

/** 'Tue 8 Dec, 4:00 pm'; `inside` a sentence with a comma after the time. */
export interface Start {
  at: string
  inside: string
  repeats: boolean
}

/** By code, like those above and below. */
export const effects: Record<string, (start: Start) => [what: string, effect: string]> = {
  rule: ({ at }) => [`Its first time, ${at},`, `counts; ${later}`],
  often: ({ at }) => [`Its first time, ${at},`, `counts; ${later}`],
  end: ({ inside, repeats }) =>
    repeats ? [`Its times from ${inside} on`, 'count for 24 hours each.'] : [inside, 'counts for 24 hours.'],
  ends: ({ inside, repeats }) =>
    repeats
      ? [`Its times from ${inside} on`, 'count as long as they can.']
      : [inside, 'counts as long as it can.'],
  until: ({ inside }) => [inside, 'counts, though the event may end before.'],
  added: ({ at }) => [`A time after ${at},`, 'is not known and can be booked.'],
  removed: ({ at }) => [`A time after ${at},`, 'counts, though it is taken off.'],
  removed_day: ({ inside }) => [inside, 'counts, though it may be taken off.'],
  replaced: ({ inside }) => [inside, 'counts, and so does the time it replaces.'],
}

/** Lines that belong to no event or have no day. */
export const otherEffects: Record<string, [what: string, effect: string]> = {
  zone: ['A time zone', 'makes its times count for a day longer.'],
  zone_summer: ['A time zone', 'makes its times count an hour earlier too.'],
  zone_two: ['A time with two zones', 'counts in both.'],
  zone_only: ['A time zone', 'is taken for the only one in the file.'],
  component: ['One part that is no event', 'is not counted.'],
}

export const advice = {
  event: 'Set its time again in your calendar and save it, or delete it there.',
  zone: 'Choose the time zone of its events again in your calendar.',
  component: 'If you are busy then, add an event for that time to your calendar.',
}
