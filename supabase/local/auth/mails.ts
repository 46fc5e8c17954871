/** To the data folder, from the templates in `supabase/templates`. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface AuthMails {
  folder: string
  /** Begins links in the mails; no slash at the end. */
  siteUrl: string
}

/** The subjects equal those in ../../config.toml. `about` names the mail in the log. */
export const MAILS = {
  recovery: { subject: 'Set a new password', about: 'for a new password' },
  factor_enrolled: { subject: 'A code from a phone was added', about: 'about a new code' },
  factor_unenrolled: { subject: 'A code from a phone was removed', about: 'about a removed code' },
} as const

/** `token` is the secret in the link. Logs the name of the file, without the secret. */
export async function writeMail(
  mails: AuthMails,
  kind: keyof typeof MAILS,
  to: string,
  token = '',
): Promise<void> {
  const { subject, about } = MAILS[kind]
  const template = join(import.meta.dirname, `../../templates/${kind}.html`)
  const html = (await readFile(template, 'utf8'))
    .replaceAll('{{ .SiteURL }}', mails.siteUrl)
    .replaceAll('{{ .TokenHash }}', token)
  // The body is not encoded, so that developers can read the link in an editor.
  const mail = [
    'From: The embedded Supabase <auth@studio.test>',
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    html,
  ]
  await mkdir(mails.folder, { recursive: true, mode: 0o700 })
  const file = join(mails.folder, `${randomUUID()}.eml`)
  await writeFile(file, mail.join('\n').replace(/\r?\n/g, '\r\n'), { mode: 0o600 })
  console.log(`A mail ${about} is in ${file}`)
}
