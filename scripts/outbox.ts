import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { site } from '../lib/content/studio'
import { type MailConfig, readMail, tasksSecrets } from '../lib/mail/config'

export function chooseMail(
  env: Record<string, string | undefined>,
  embedded?: { dataDir: string; origin: string },
): { config: MailConfig | null; env: { OUTBOX_SECRET: string } & Record<string, string> } {
  const config = readMail(env)
  const OUTBOX_SECRET = tasksSecrets(env)[0] ?? randomBytes(32).toString('hex')
  if (config || !embedded) return { config, env: { OUTBOX_SECRET } }
  const files = {
    MAIL_FOLDER: join(embedded.dataDir, 'outbox'),
    MAIL_ORIGIN: embedded.origin,
    MAIL_FROM: site.email,
    MAIL_TO: site.email,
    OUTBOX_SECRET,
  }
  return { config: readMail(files), env: files }
}

export function describeMail(config: MailConfig | null): string {
  if (!config) return 'none is sent: no mail server is set up'
  return config.kind === 'files'
    ? `no mail server is set up, so mails are kept as files in ${config.folder}`
    : `sent by ${new URL(config.url).host}`
}

/**
 * Now and every minute, each time after `before`. A failed call is ignored: the site logs its errors, and the next call
 * tries again.
 */
export function callTasks(url: string, secret: string, before = async () => {}): void {
  const call = async () => {
    await before()
    await fetch(`${url}/api/tasks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(30_000),
    })
  }
  const tryCall = () => void call().catch(() => {})
  tryCall()
  setInterval(tryCall, 60_000)
}
