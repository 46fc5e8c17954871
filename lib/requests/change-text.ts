import { changeLink, changeTexts } from '../content/call-changes'
import { place, placeTime } from '../content/place'
import { site } from '../content/studio'
import { formatLongDate, formatStudioTimes, formatTime, zoneName } from '../dates'
import { greeting } from '../mail/greeting'
import { firstName } from './letters'
import type { UntoldCall } from './untold'

/** `url` is the booking's own page, or null. */
export function changeText(call: UntoldCall, url: string | null): string {
  const { name, change, was, now: where, cancel_message: message } = call
  const shown = { when: describe(call), was: was ? describe(was) : null, where, message }
  const paragraphs = changeTexts[change](shown)
  const link = url && change !== 'cancelled' ? [`${changeLink}\n${url}`] : []
  const end = `${place.letters.closing},\n${site.name}`
  return [greeting(firstName(name)), ...paragraphs, ...link, end].join('\n\n')
}

function describe({
  date,
  start_time,
  end_time,
}: Pick<UntoldCall, 'date' | 'start_time' | 'end_time'>): string {
  if (end_time) return formatStudioTimes({ date, start_time, end_time })
  return `${formatLongDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)} (${placeTime})`
}
