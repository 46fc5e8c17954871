// No `server-only`: scripts/start.ts and next.config.ts use this module.
import { site } from '../content/studio'
import { siteSecret } from '../env'

interface Sender {
  from: string
  to: string
}

/** An SMTP server, or files in a folder. Links in the files begin with `origin`. */
export type MailConfig = Sender &
  ({ kind: 'smtp'; url: string } | { kind: 'files'; folder: string; origin?: string })

const names = ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'] as const
const all = `${names.join(', ')} and OUTBOX_SECRET`

/** `CRON_SECRET` is its name on Vercel. Throws one readable sentence, without the value, if one is too short. */
export function tasksSecrets(env: Record<string, string | undefined> = process.env): string[] {
  return ['OUTBOX_SECRET', 'CRON_SECRET'].flatMap((name) => {
    const secret = env[name]
    if (secret && !/^[\w+/=-]{32,}$/.test(secret))
      throw new Error(`${name} must be at least 32 letters and digits: "openssl rand -hex 32" makes some.`)
    return secret || []
  })
}

/**
 * Null, and the site sends no mail, if nothing is set or only the secret of `/api/tasks`. Throws one readable sentence
 * without any secret if only some are set or one is invalid.
 */
export function readMail(env: Record<string, string | undefined> = process.env): MailConfig | null {
  const { SMTP_URL: url = '', MAIL_FROM: from = '', MAIL_TO: to = '' } = env
  if (env.MAIL_FOLDER) {
    return { kind: 'files', folder: env.MAIL_FOLDER, origin: env.MAIL_ORIGIN, from, to }
  }
  const secrets = tasksSecrets(env)
  const set = names.find((name) => env[name])
  const missing = names.find((name) => !env[name]) ?? (secrets.length > 0 ? undefined : 'OUTBOX_SECRET')
  if (!set) return null
  if (missing)
    throw new Error(`${set} is set but ${missing} is not: set ${all}, or none of them for no mail.`)
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new Error('SMTP_URL must be an address like smtps://user:password@mail.example.com:465.')
  for (const [name, address] of Object.entries({ MAIL_FROM: from, MAIL_TO: to })) {
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
      throw new Error(`${name} must be one e-mail address, but it is "${address}".`)
  }
  if (!siteSecret(env)) throw new Error('Mail needs SITE_SECRET, by which the database knows this site.')
  return { kind: 'smtp', url, from, to }
}

/** True for an SMTP server, false for files. Reads the environment, so prerendered pages must not call it. */
export function mailIsOn(): boolean {
  return readMail()?.kind === 'smtp'
}

/** The public address, or in a trial without a mail server, the address where the site runs. */
export function linkOrigin(): string {
  const config = readMail()
  return (config?.kind === 'files' && config.origin) || site.url
}
