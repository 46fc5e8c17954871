import { startMailServer } from '../smtp'
import type { Studio } from '../studio'

const OUTBOX_SECRET = 'kelp'.repeat(10)

/**
 * Starts another site of this studio that mails to a test server with these options. `pass` lets a minute pass for
 * waiting mails, and `callOutbox` sends the due ones.
 */
export async function startMailedSite(studio: Studio, options?: Parameters<typeof startMailServer>[0]) {
  const mailServer = await startMailServer(options)
  const site = await studio.anotherSite({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'calls@studio.test',
    MAIL_TO: 'us@studio.test',
    OUTBOX_SECRET,
  })
  const callOutbox = () =>
    fetch(`${site.url}/api/tasks`, { method: 'POST', headers: { Authorization: `Bearer ${OUTBOX_SECRET}` } })
  const pass = () =>
    studio.sql(
      `update private.outbox set due_at = due_at - interval '61 seconds', send_after = send_after - interval '61 seconds'`,
    )
  return { ...site, mailServer, callOutbox, pass }
}
