import 'server-only'
import { site } from '@/lib/content/site'
import { listMailNotices } from '@/lib/mail/notices'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { sessionClient } from '@/lib/supabase/server'

/** What a cap for everybody counts. */
const counted: Record<string, string> = {
  bookings_in_an_hour: 'bookings in an hour',
  bookings_in_a_day: 'bookings in a day',
  inquiries_in_an_hour: 'messages in an hour',
}

/**
 * What admins should know about the site as a whole, one sentence each: caps that turn visitors away, a key that is
 * missing, mails that did not arrive. Throws the server's error.
 */
export async function listNotices(): Promise<string[]> {
  const supabase = await sessionClient()
  const [{ data, error }, { problem }, mail] = await Promise.all([
    supabase.rpc('get_reached_caps'),
    getSiteKeyState(),
    listMailNotices(),
  ])
  if (error) throw error
  const caps = data.map(
    ({ name, max }) =>
      `Visitors are turned away for now: ${max} ${counted[name]} came, which is all we take. They are asked to write to ${site.email}.`,
  )
  return [...(problem ? [problem] : []), ...caps, ...mail]
}
