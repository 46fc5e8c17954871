import 'server-only'
import { z } from 'zod'
import { describeShortage } from '@/lib/hours/describe-shortage'
import { OUTLOOK_DAYS } from '@/lib/hours/slot'
import { calendarRow, describeFailure, toCalendar } from '@/lib/calendars/queries'
import { owner } from '@/lib/content/owner'
import { site } from '@/lib/content/studio'
import { dateAt, formatShortDate, formatTime } from '@/lib/dates'
import { untoldRows, selectUntold } from '@/lib/requests/untold'
import { mailIsOn } from '@/lib/mail/config'
import { groupByPerson, mailProblem, type PersonToTell } from '@/lib/requests/notices'
import { headers } from '@/lib/next'
import { paths } from '@/lib/paths'
import { type ClosedCall, closedCall, describeCalls, isToAsk } from '@/lib/requests/closed-calls'
import { settings } from '@/lib/settings/schema'
import { pastStartNotice } from '@/lib/start/launch'
import { isPublicHost } from '@/lib/http/public-host'
import { sessionClient } from '@/lib/supabase/server'
import { siteKey } from '@/lib/supabase/site-key'
import { siteKeyProblems } from '@/lib/supabase/site-key-state'
import { listAllSamples } from './samples'

/** Null in a studio without any times. */
const sum = z
  .number()
  .nullable()
  .transform((number) => number ?? 0)

const newsRow = z.object({
  /** The limits that visitors have reached now, by name (`bookings_in_an_hour`). */
  caps: z.array(z.object({ name: z.string(), max: z.number() })),
  site_key: z.string(),
  mails: z.array(mailProblem),
  calendars: z.array(calendarRow),
  calls_to_tell: untoldRows,
  closed_calls: z.array(closedCall),
  times: z.object({ free: sum, taken: sum, busy: sum, off: sum }),
  settings,
})

/** Only admins may call `get_news`. Throws the database's error. */
export async function readNews() {
  const { data } = await (
    await sessionClient()
  )
    .rpc('get_news', { p_site_key: siteKey() ?? '', p_days: OUTLOOK_DAYS })
    .throwOnError()
  const row = newsRow.parse(data)
  return {
    caps: row.caps,
    siteKeyProblem: siteKeyProblems[row.site_key],
    ...groupByPerson(mailIsOn() ? row.mails : [], selectUntold(row.calls_to_tell)),
    calendars: row.calendars.map((calendar) => toCalendar(calendar)),
    callsToAsk: row.closed_calls.filter(isToAsk),
    askedOrKept: row.closed_calls.filter((call) => !isToAsk(call)).length,
    times: row.times,
    settings: row.settings,
    isPublic: isPublicHost((await headers()).get('host')),
  }
}

export interface News {
  text: string
  /** In place of `text` on a narrow screen. */
  shortText?: string
  /** After `text`, only on a wide screen. */
  detail?: string
  /** To a page, to the list of samples, or to the calls on closed dates of this range. */
  link?: { words: string } & (
    { href: string } | { isSamples: true } | { dates: { from: string; to: string } }
  )
}

export function describeNews(news: Awaited<ReturnType<typeof readNews>>): News[] {
  const { siteKeyProblem, waiting, times } = news
  const shortage = describeShortage(times)
  const start = pastStartNotice(owner.nextFreeStart, dateAt())
  const samples = news.isPublic && !news.settings.samples_seen ? listAllSamples(news.settings).length : 0
  const [href, words] =
    times.off > times.taken
      ? [`${paths.hours}#recurring`, 'Enable times']
      : [`${paths.hours}?open=availability#availability`, 'Add availability']
  const lines: (News | '' | null | false | undefined)[] = [
    ...news.caps.map(describeCap),
    siteKeyProblem && { text: siteKeyProblem },
    waiting && { text: waiting },
    ...news.calendars.flatMap((calendar) => [
      ...describeCalendar(describeFailure(calendar), 'Settings'),
      ...describeCalendar(calendar.unread?.news, calendar.unread?.parts.length === 1 ? 'See it' : 'See them'),
    ]),
    ...describeUntold(news.people),
    ...describeClosed(news.callsToAsk, news.askedOrKept),
    shortage && { text: shortage, link: { href, words } },
    start && { text: start },
    samples > 0 && {
      text: `Visitors can now read ${samples === 1 ? '1 sample' : `${samples} samples`}`,
      link: { isSamples: true, words: samples === 1 ? 'See it' : 'See them' },
    },
  ]
  return lines.flatMap((line) => line || [])
}

function describeCalendar(text: string | null | undefined, words: string): News[] {
  return text ? [{ text, link: { href: `${paths.settings}#calendars`, words } }] : []
}

function describeCap({ name, max }: { name: string; max: number }): News {
  // 'bookings_in_an_hour' becomes 'bookings in an hour'.
  const plural = name.replace('inquiries', 'messages').replaceAll('_', ' ')
  const counted = max === 1 ? plural.replace('s in', ' in') : plural
  return {
    text: `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`,
  }
}

/** '2 people are not told', or mails do not reach the studio itself. */
function describeUntold(people: PersonToTell[]): News[] {
  const count = people.filter(({ email }) => email !== null).length
  const [first] = people
  if (!first) return []
  const [call] = first.calls
  return [
    {
      text:
        count === 0
          ? (first.notice?.sentence ?? '')
          : `${count} ${count === 1 ? 'person is' : 'people are'} not told`,
      detail:
        call &&
        `The first call is ${formatShortDate(call.date)}, ${formatTime(call.start_time, true)}: ${call.name}.`,
      link: { href: paths.untold, words: count === 0 ? 'See them' : 'Tell them' },
    },
  ]
}

/** 'Thu 10 Dec is closed: 4 people have calls'. */
function describeClosed(calls: ClosedCall[], askedOrKept: number): News[] {
  const dates = [...new Set(calls.map(({ date }) => date))]
  const [from, to] = [dates[0], dates.at(-1)]
  if (!from || !to) return []
  const isOne = from === to
  const count = calls.length === 1 ? '1 call' : `${calls.length} calls`
  return [
    {
      text: `${isOne ? `${formatShortDate(from)} is` : `${dates.length} dates are`} closed: ${describeCalls(calls)}`,
      shortText: `${isOne ? formatShortDate(from).slice(4) : `${dates.length} dates`} closed: ${count}`,
      detail:
        `Closing mails nobody. To ask or keep: ${calls.map(({ name }) => name).join(', ')}.` +
        (askedOrKept > 0 ? ` ${askedOrKept} more asked or kept.` : ''),
      link: { dates: { from, to }, words: 'See them' },
    },
  ]
}
