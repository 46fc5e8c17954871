import 'server-only'
import { describeShortage } from '@/lib/availability/describe-shortage'
import { findShortage } from '@/lib/availability/queries'
import { listCalendarNotices } from '@/lib/calendars/queries'
import { owner } from '@/lib/content/owner'
import { site } from '@/lib/content/site'
import { dateAt, formatShortDate, formatTime } from '@/lib/dates'
import { type CallToTell, listCallsToTell } from '@/lib/mail/calls-to-tell'
import { listMailNotices } from '@/lib/mail/queries'
import { paths } from '@/lib/paths'
import type { ClosedCall } from '@/lib/requests/asking'
import { listReachedCaps } from '@/lib/requests/queries'
import { getSettings } from '@/lib/settings/queries'
import { pastStartNotice } from '@/lib/start/launch'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { listAllSamples } from './samples'

/** A line of news, with a link to its remedy. */
export interface News {
  text: string
  /** A shorter text, for a phone. */
  short?: string
  /** Further details, where there is room. */
  clause?: string
  /** The link to the remedy: a page, a section of this page, or the dialog that asks for another time. */
  link?: { href: string; words: string } | { section: string; words: string } | { asks: true }
}

/**
 * The site's news for admins, the most urgent first: caps that turn visitors away, a missing key, waiting
 * mails, unreadable calendars, people who are not told, calls on closed dates (`closed`), few free times, a
 * past next free start, samples. Throws the server's error.
 */
export async function listNews(closed: Promise<ClosedCall[]>): Promise<News[]> {
  const [reached, { problem }, mails, callsToTell, settings, calendars, shortage, onClosed] =
    await Promise.all([
      listReachedCaps(),
      getSiteKeyState(),
      listMailNotices(),
      listCallsToTell(),
      getSettings(),
      listCalendarNotices(),
      findShortage(),
      closed,
    ])
  const start = pastStartNotice(owner.nextFreeStart, dateAt())
  const samples = listAllSamples(settings).length
  return [
    ...reached.map(describeCap),
    ...[problem, mails.waiting].flatMap((text) => (text ? [{ text }] : [])),
    ...calendars.map((text) => ({ text, link: { href: `${paths.settings}#calendars`, words: 'Settings' } })),
    ...describeUntold(callsToTell, mails.people.length),
    ...describeClosed(onClosed),
    ...(shortage
      ? [
          {
            text: describeShortage(shortage),
            link:
              shortage.off > shortage.taken
                ? { section: 'recurring', words: 'Enable times' }
                : { section: 'availability', words: 'Add availability' },
          },
        ]
      : []),
    ...(start ? [{ text: start }] : []),
    ...(samples > 0
      ? [
          {
            text:
              samples === 1 ? '1 sample is still on the site' : `${samples} samples are still on the site`,
            link: { href: `${paths.settings}#samples`, words: samples === 1 ? 'See it' : 'See them' },
          },
        ]
      : []),
  ]
}

function describeCap({ name, max }: { name: string; max: number }): News {
  // 'bookings in an hour'.
  const plural = name.replace('inquiries', 'messages').replaceAll('_', ' ')
  const counted = max === 1 ? plural.replace('s in', ' in') : plural
  return {
    text: `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`,
  }
}

/** '2 people are not told, 1 mail failed', with the name of the first call's visitor. */
function describeUntold(calls: CallToTell[], failed: number): News[] {
  const [first] = calls
  const told = calls.length
  if (told + failed === 0) return []
  const mails = `${failed} ${failed === 1 ? 'mail' : 'mails'} failed`
  const people = told === 1 ? '1 person is not told' : `${told} people are not told`
  return [
    {
      text: [told > 0 && people, failed > 0 && mails].filter(Boolean).join(', '),
      short: [told > 0 && `${told} not told`, failed > 0 && mails].filter(Boolean).join(' · '),
      clause:
        first &&
        `${first.name}’s call is first, ${formatShortDate(first.date)}, ${formatTime(first.start_time, true)}.`,
      link: { href: paths.told, words: told > 0 ? 'Tell them' : 'See them' },
    },
  ]
}

/** The calls on closed dates that are neither asked about nor kept. */
function describeClosed(calls: ClosedCall[]): News[] {
  const left = calls.filter(({ isAsked, isKept }) => !isAsked && !isKept)
  if (left.length === 0) return []
  return [
    {
      text:
        left.length === 1 ? '1 call stands on a closed date' : `${left.length} calls stand on closed dates`,
      short: left.length === 1 ? '1 on a closed date' : `${left.length} on closed dates`,
      clause: `Nobody is asked yet: ${left.map(({ name }) => name).join(', ')}.`,
      link: { asks: true },
    },
  ]
}
