/** Mail of a site that is started here: to the mail server in the environment, or else to files beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { site } from '../lib/content/site'
import { type MailConfig, readMail } from '../lib/mail/config'

/**
 * How mail goes out, and what the site's environment needs besides `env` for that. `embedded` is the embedded Supabase's folder
 * and where the site is served; without it and without a mail server no mail is sent. Throws the sentence of a wrong configuration.
 */
export function chooseMail(
  env: Record<string, string | undefined>,
  embedded?: { dataDir: string; origin: string },
): { config: MailConfig | null; env: Record<string, string> } {
  const config = readMail(env)
  if (config || !embedded) return { config, env: {} }
  const files = {
    MAIL_FOLDER: join(embedded.dataDir, 'outbox'),
    MAIL_ORIGIN: embedded.origin,
    MAIL_FROM: site.email,
    MAIL_TO: site.email,
    OUTBOX_SECRET: randomBytes(32).toString('hex'),
  }
  return { config: readMail(files), env: files }
}

/** Where mails go, for the launcher's first words. */
export function describeMail(config: MailConfig | null): string {
  if (!config) return 'none is sent: no mail server is set up'
  return config.kind === 'files'
    ? `no mail server is set up, so mails are kept as files in ${config.folder}`
    : `sent by ${new URL(config.url).host}`
}

/** Has the site send what is due, now and every minute. What fails the site logs itself; the next minute tries again. */
export function callOutbox(url: string, secret: string): void {
  const call = () =>
    void fetch(`${url}/api/outbox`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(100_000),
    }).catch(() => {})
  call()
  setInterval(call, 60_000)
}
