import 'server-only'
import { site } from '@/lib/content/site'
import { listMailNotices } from '@/lib/mail/notices'
import { listReachedCaps } from '@/lib/requests/queries'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'

/**
 * What admins should know about the site as a whole, one sentence each: caps that turn visitors
 * away, a key that is missing, mails that did not arrive. Throws the server's error.
 */
export async function listNotices(): Promise<string[]> {
  const [reached, { problem }, mail] = await Promise.all([
    listReachedCaps(),
    getSiteKeyState(),
    listMailNotices(),
  ])
  const caps = reached.map(({ name, max }) => {
    // 'bookings in an hour'.
    const counted = name.replace('inquiries', 'messages').replaceAll('_', ' ')
    return `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`
  })
  return [...(problem ? [problem] : []), ...caps, ...mail]
}
