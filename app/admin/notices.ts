import 'server-only'
import { site } from '@/lib/content/site'
import { listMailNotices, listToldOtherwise } from '@/lib/mail/queries'
import { listReachedCaps } from '@/lib/requests/queries'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'

/**
 * What admins should know about the site as a whole: `sentences` about caps that turn visitors
 * away, a key that is missing and mails that wait; mails that were not delivered, by person; and
 * calls whose visitors were told another location. Throws the server's error.
 */
export async function listNotices() {
  const [reached, { problem }, { people, waiting }, toldOtherwise] = await Promise.all([
    listReachedCaps(),
    getSiteKeyState(),
    listMailNotices(),
    listToldOtherwise(),
  ])
  const caps = reached.map(({ name, max }) => {
    // 'bookings in an hour'.
    const plural = name.replace('inquiries', 'messages').replaceAll('_', ' ')
    const counted = max === 1 ? plural.replace('s in', ' in') : plural
    return `Visitors are turned away for now: ${max} ${counted} came, which is all we take. They are asked to write to ${site.email}.`
  })
  const sentences = [problem, ...caps, waiting].filter((sentence) => sentence != null)
  return { sentences, people, toldOtherwise }
}
