// No `server-only` here: scripts/start.ts and next.config.ts use it too.
import { siteSecret } from '../env'

/** By whom mail is sent, and what the secret is with which `POST /api/outbox` is called. */
interface Sender {
  from: string
  /** The studio's own address. */
  to: string
  secret: string
}

/** A mail server, or a folder in which mails are kept as files because there is none; their links lead to `origin`. */
export type MailConfig = Sender &
  ({ kind: 'smtp'; url: string } | { kind: 'files'; folder: string; origin?: string })

const names = ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'OUTBOX_SECRET'] as const
const all = `${names.slice(0, 3).join(', ')} and ${names[3]}`

/**
 * Reads {@link names} from the environment: all, or none for no mail; null then. Throws one readable sentence, without the values of the
 * server's address and the secret, when only some are set or one cannot be right. Where `npm start` brings the database and there is no mail
 * server, it sets `MAIL_FOLDER`, and `MAIL_ORIGIN`, instead.
 */
export function readMail(env: Record<string, string | undefined> = process.env): MailConfig | null {
  const { SMTP_URL: url = '', MAIL_FROM: from = '', MAIL_TO: to = '', OUTBOX_SECRET: secret = '' } = env
  if (env.MAIL_FOLDER)
    return { kind: 'files', folder: env.MAIL_FOLDER, origin: env.MAIL_ORIGIN, from, to, secret }
  const set = names.find((name) => env[name])
  const missing = names.find((name) => !env[name])
  if (!set) return null
  if (missing)
    throw new Error(`${set} is set but ${missing} is not: set ${all}, or none of them for no mail.`)
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new Error('SMTP_URL must be an address like smtps://user:password@mail.example.com:465.')
  for (const [name, address] of Object.entries({ MAIL_FROM: from, MAIL_TO: to })) {
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
      throw new Error(`${name} must be one e-mail address, but it is "${address}".`)
  }
  if (!/^[\w+/=-]{32,}$/.test(secret))
    throw new Error(
      'OUTBOX_SECRET must be at least 32 letters and digits: "openssl rand -hex 32" makes some.',
    )
  if (!siteSecret(env)) throw new Error('Mail needs SITE_SECRET, by which the database knows this site.')
  return { kind: 'smtp', url, from, to, secret }
}

/** Whether mail is really sent, so that pages may promise it. Follows the environment: only for what is rendered on request. */
export function mailIsOn(): boolean {
  return readMail()?.kind === 'smtp'
}
