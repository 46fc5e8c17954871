/** For tests of a forgotten password: makes an admin, and reads the Auth server's mails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createAdmin } from '@/scripts/admin-create'
import { parseForm, postForm } from './native-form'
import type { Studio } from './studio'

export const MAILED =
  'If this is an admin’s address, a mail comes in a minute or two; its newest link works for an hour. ' +
  'At most one goes in ten minutes, and five in a day: if none comes, ask again later.'
export const OVER = 'This link no longer works'

export const passwords = ['karaka-beside-the-gate', 'miro-berries-in-autumn', 'kowhai-in-the-first-week']
/** Creates an admin for one test only, because a new password ends all sessions of an admin. */
export async function newAdmin(studio: Studio, name: string) {
  const person = { email: `${name}@studio.test`, password: passwords[0] ?? '' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, person.email, person.password)
  return person
}

/** The mails that the Auth server has written. */
export function authMails({ data }: Studio): { file: string; to: string; subject: string; link: string }[] {
  const folder = join(data, 'auth-mails')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const [, to = ''] = /^To: <(.+)>/m.exec(text) ?? []
    const [, subject = ''] = /^Subject: (.+)\r$/m.exec(text) ?? []
    const [, link = ''] = /href="([^"]+)"/.exec(text) ?? []
    return { file, to, subject, link }
  })
}

/** Asks for a recovery link as a browser without JavaScript does. Returns the HTML of the next page. */
export async function askForLink(studio: Studio, email: string): Promise<string> {
  const page = `${studio.url}/login/forgotten`
  const { fields } = parseForm(await (await fetch(page)).text())
  const { status, html } = await postForm(page, fields, [['email', email]])
  expect(status).toBe(200)
  return html
}

/** Runs `ask`, waits for a new mail to `email`, and returns the link in that mail. */
export async function mailedLink(
  studio: Studio,
  email: string,
  ask: () => Promise<unknown>,
): Promise<string> {
  // Removes the limits on recovery mails: the site's, and Auth's of one a minute.
  await studio.sql(`delete from private.password_recoveries;
    update auth.users set recovery_sent_at = recovery_sent_at - interval '61 seconds' where email = '${email}'`)
  const before = new Set(authMails(studio).map(({ file }) => file))
  const newMails = () => authMails(studio).filter(({ file, to }) => !before.has(file) && to === email)
  await ask()
  await expect.poll(() => newMails().length).toBe(1)
  return newMails()[0]?.link ?? ''
}
