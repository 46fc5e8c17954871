/** Writes the mails of the Auth service to the data folder, from the templates in `supabase/templates`. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface AuthMails {
  folder: string
  /** The site's URL, with which links in the mails begin; no slash at the end. */
  siteUrl: string
}

/** Equals the subject in ../../config.toml. */
export const recoverySubject = 'Set a new password'

const template = join(import.meta.dirname, '../../templates/recovery.html')

/** Writes the mail for a new password. Logs the name of the file, without the secret link. */
export async function writeRecoveryMail(mails: AuthMails, to: string, token: string): Promise<void> {
  const html = (await readFile(template, 'utf8'))
    .replaceAll('{{ .SiteURL }}', mails.siteUrl)
    .replaceAll('{{ .TokenHash }}', token)
  // The body is not encoded, so that developers can read the link in an editor.
  const mail = [
    'From: The embedded Supabase <auth@studio.test>',
    `To: <${to}>`,
    `Subject: ${recoverySubject}`,
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
  console.log(`A mail for a new password is in ${file}`)
}
