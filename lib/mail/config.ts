// No `server-only`: scripts/start.ts and next.config.ts use this module.
import { site } from '../content/studio'
import { siteSecret } from '../env'

interface Sender {
  from: string
  to: string
}

/** An SMTP server, or in a trial files in a folder, which need nothing else. Links in the files begin with `origin`. */
export type MailConfig = Sender &
  ({ kind: 'smtp'; url: string } | { kind: 'files'; folder: string; origin?: string })

const serverNames = ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'] as const
const allNames = `${serverNames.join(', ')} and OUTBOX_SECRET`

/** Those that are set (Vercel's cron sends `CRON_SECRET`). Throws a sentence without the value if one is too short. */
export function tasksSecrets(env: Record<string, string | undefined> = process.env): string[] {
  const secrets: string[] = []
  for (const name of ['OUTBOX_SECRET', 'CRON_SECRET']) {
    const secret = env[name]
    if (!secret) continue
    if (!/^[\w+/=-]{32,}$/.test(secret))
      throw new Error(`${name} must be at least 32 letters and digits: "openssl rand -hex 32" makes some.`)
    secrets.push(secret)
  }
  return secrets
}

/**
 * Null if no variable of the mail server is set: the site then sends no mail. Throws one readable sentence without any
 * secret if only some are set or one is invalid.
 */
export function readMail(env: Record<string, string | undefined> = process.env): MailConfig | null {
  const { SMTP_URL: url = '', MAIL_FROM: from = '', MAIL_TO: to = '' } = env
  if (env.MAIL_FOLDER) {
    return { kind: 'files', folder: env.MAIL_FOLDER, origin: env.MAIL_ORIGIN, from, to }
  }
  const hasSecret = tasksSecrets(env).length > 0
  const present = serverNames.find((name) => env[name])
  if (!present) return null
  // The secret alone is valid, because `/api/tasks` also reads calendars; but mails go out only by such calls.
  const missing = serverNames.find((name) => !env[name]) ?? (hasSecret ? undefined : 'OUTBOX_SECRET')
  if (missing)
    throw new Error(`${present} is set but ${missing} is not: set ${allNames}, or none of them for no mail.`)
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new Error('SMTP_URL must be an address like smtps://user:password@mail.example.com:465.')
  for (const [name, address] of Object.entries({ MAIL_FROM: from, MAIL_TO: to })) {
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
      throw new Error(`${name} must be one e-mail address, but it is "${address}".`)
  }
  if (!siteSecret(env)) throw new Error('Mail needs SITE_SECRET, by which the database knows this site.')
  return { kind: 'smtp', url, from, to }
}

/** False for files, which reach nobody. Reads the environment, so prerendered pages must not call it. */
export function mailIsOn(): boolean {
  return readMail()?.kind === 'smtp'
}

/** The public address, or in a trial without a mail server, the address where the site runs. */
export function linkOrigin(): string {
  const config = readMail()
  return (config?.kind === 'files' && config.origin) || site.url
}
