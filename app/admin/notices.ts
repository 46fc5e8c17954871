import 'server-only'
import { site } from '@/lib/content/site'
import { listCalendarNotices } from '@/lib/calendars/queries'
import { owner } from '@/lib/content/owner'
import { dateAt } from '@/lib/dates'
import { listMailNotices } from '@/lib/mail/queries'
import { listCallsToTell } from '@/lib/mail/calls-to-tell'
import { listClosedCalls } from '@/lib/requests/closed-calls'
import { listReachedCaps } from '@/lib/requests/queries'
import { pastStartNotice } from '@/lib/start/launch'
import { getSettings } from '@/lib/settings/queries'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { listAllSamples } from './samples'

/**
 * What admins should know about the site as a whole: `sentences` about caps that turn visitors
 * away, a key that is missing, mails that wait, calendars that cannot be read and a next free start
 * that is past; mails that were not delivered, by person; calls whose visitors do not know what was
 * changed; calls on closed dates; and how many `samples` are left. Throws the
 * server's error.
 */
export async function listNotices() {
  const [reached, { problem }, { people, waiting }, callsToTell, closedCalls, settings, calendars] =
    await Promise.all([
      listReachedCaps(),
      getSiteKeyState(),
      listMailNotices(),
      listCallsToTell(),
      listClosedCalls(),
      getSettings(),
      listCalendarNotices(),
    ])
  const caps = reached.map(({ name, max }) => {
    // 'bookings in an hour'.
    const plural = name.replace('inquiries', 'messages').replaceAll('_', ' ')
    const counted = max === 1 ? plural.replace('s in', ' in') : plural
    return `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`
  })
  const noStart = pastStartNotice(owner.nextFreeStart, dateAt())
  const sentences = [problem, ...caps, waiting, ...calendars, noStart].filter((sentence) => sentence != null)
  return { sentences, people, callsToTell, closedCalls, samples: listAllSamples(settings).length }
}
