import 'server-only'
import { site } from '@/lib/content/site'
import { listMailNotices } from '@/lib/mail/queries'
import { listUntold } from '@/lib/mail/untold'
import { listReachedCaps } from '@/lib/requests/queries'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'

/**
 * What admins should know about the site as a whole: `sentences` about caps that turn visitors
 * away, a key that is missing and mails that wait; mails that were not delivered, by person; and
 * calls whose visitors do not know what was changed. Throws the server's error.
 */
export async function listNotices() {
  const [reached, { problem }, { people, waiting }, untold] = await Promise.all([
    listReachedCaps(),
    getSiteKeyState(),
    listMailNotices(),
    listUntold(),
  ])
  const caps = reached.map(({ name, max }) => {
    // 'bookings in an hour'.
    const plural = name.replace('inquiries', 'messages').replaceAll('_', ' ')
    const counted = max === 1 ? plural.replace('s in', ' in') : plural
    return `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`
  })
  const sentences = [problem, ...caps, waiting].filter((sentence) => sentence != null)
  return { sentences, people, untold }
}
