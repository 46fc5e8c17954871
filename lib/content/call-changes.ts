/** For a site that sends no mail: the admin sends these texts. */
import { formatLongDate, formatStudioTimes, formatTime, zoneName } from '../dates'
import type { UntoldCall } from '../requests/untold'
import { place, placeTime } from './place'
import { site } from './studio'

export const changeSubjects: Record<UntoldCall['change'], string> = {
  first: 'Your call with us',
  cancelled: 'Your call is cancelled',
  moved: 'Your call has a new time',
  restored: 'Your call takes place after all',
  confirmed: 'Your call is confirmed',
  unconfirmed: 'Your call is not confirmed yet',
  location: 'Your call has a new location',
}

export function changeText(call: UntoldCall, url: string | null): string {
  return [`${place.letters.greeting} ${call.name},`, ...paragraphs(call, url), site.name].join('\n\n')
}

function paragraphs(call: UntoldCall, url: string | null): string[] {
  const when = describe(call)
  const link = (sentence: string) => (url ? [`${sentence}\n${url}`] : [])
  switch (call.change) {
    case 'first':
      return [
        `We have a call on ${when}.`,
        ...(call.now ? [`It is confirmed. Where: ${call.now}`] : ['We’ll confirm it soon.']),
        'The time doesn’t suit you? Tell us, or choose another one.',
        ...link('The page of your booking:'),
      ]
    case 'cancelled':
      return [
        `We are sorry: our call on ${describe(call.was ?? call)} won’t take place.`,
        ...(call.cancel_message ? [call.cancel_message] : []),
        `You can book another time whenever you like:\n${site.url}/booking`,
      ]
    case 'moved':
      return [
        `We are sorry: we had to move our call${call.was ? ` from ${describe(call.was)}` : ''}. The new time is ${when}.`,
        ...(call.now ? [`It is confirmed. Where: ${call.now}`] : ['We’ll confirm it soon.']),
        'The new time doesn’t suit you? Tell us, or choose another one.',
        ...link('The page of your booking:'),
      ]
    case 'restored':
      return [
        `Our call on ${when} takes place after all. You don’t need to choose another time.`,
        ...(call.now ? [`It is confirmed. Where: ${call.now}`] : ['We’ll confirm it soon.']),
        'The time doesn’t suit you any more? Tell us, or choose another one.',
        ...link('The page of your booking:'),
      ]
    case 'confirmed':
      return [
        `Our call on ${when} is confirmed.${call.now ? ` Where: ${call.now}` : ''}`,
        'The time doesn’t suit you any more? Tell us, or choose another one.',
        ...link('The page of your booking:'),
      ]
    case 'unconfirmed':
      return [
        `We are sorry: we have to look again at our call on ${when}. It is not confirmed yet; we’ll tell you soon.`,
        ...link('The page of your booking:'),
      ]
    case 'location':
      return [
        `Our call on ${when} happens somewhere else now: ${call.now}`,
        'The time stays as it was.',
        ...link('The page of your booking:'),
      ]
  }
}

function describe({
  date,
  start_time,
  end_time,
}: Pick<UntoldCall, 'date' | 'start_time' | 'end_time'>): string {
  if (end_time) return formatStudioTimes({ date, start_time, end_time })
  return `${formatLongDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)} (${placeTime})`
}
