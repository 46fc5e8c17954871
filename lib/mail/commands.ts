import 'server-only'
import { site } from '../content/studio'
import { after } from '../next'
import { readMail } from './config'
import { openSmtp } from './transport'

/** Not by the outbox, because each mail there belongs to a request. Logs what it could not send. */
export function sendNotices(notices: { to: string; subject: string; text: string }[]): void {
  const config = readMail()
  if (config?.kind !== 'smtp') return
  const send = openSmtp(config.url)
  after(async () => {
    for (const { to: address, subject, text } of notices) {
      const result = await send({
        from: { name: site.name, address: config.from },
        to: { name: '', address },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      if (result.outcome !== 'sent') console.error('mail: a notice was not sent.', result.error)
    }
  })
}
