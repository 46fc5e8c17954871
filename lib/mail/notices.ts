import 'server-only'
import { sessionClient } from '../supabase/server'
import { mailIsOn } from './config'

/** How many undelivered mails get a sentence of their own. */
const NAMED = 5

/**
 * Problems with mail that admins should know of, one sentence each. Empty when mail is not
 * configured. Throws the server's error.
 */
export async function listMailNotices(): Promise<string[]> {
  if (!mailIsOn()) return []
  const { data, error } = await (await sessionClient()).rpc('get_mail_problems')
  if (error) throw error
  const lost = data.filter(({ given_up }) => given_up)
  const waiting = data.filter(({ given_up }) => !given_up)
  const more = lost.length - NAMED
  return [
    ...lost
      .slice(0, NAMED)
      .map(({ recipient, kind, name, last_error }) =>
        recipient === 'visitor'
          ? `${name} did not get our mail “${kind}” (${last_error}). Please tell them another way.`
          : `The mail “${kind}” about ${name} did not reach you (${last_error}).`,
      ),
    ...(more > 0 ? [`${more} more mails of the last seven days were not delivered.`] : []),
    ...(waiting.length > 0 ? [waitingNotice(waiting)] : []),
  ]
}

function waitingNotice(waiting: { last_error: string | null }[]): string {
  const reply = waiting.find(({ last_error }) => last_error)?.last_error
  const count = waiting.length === 1 ? '1 mail waits' : `${waiting.length} mails wait`
  const cause = reply ? `The last failure: ${reply}.` : 'Is /api/outbox called every minute?'
  return `${count} longer than it should. ${cause}`
}
