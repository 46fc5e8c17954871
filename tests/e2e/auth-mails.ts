/** The mails of a studio's Auth server, and what their links lead to. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseForm, postForm } from '../native-form'
import type { Studio } from '../studio'
import { expect } from './fixtures'

/** What the Auth server has mailed: to whom, and the link. */
export function authMails({ data }: Studio): { file: string; to: string; link: string }[] {
  const folder = join(data, 'auth-mails')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const [, to = ''] = /^To: <(.+)>/m.exec(text) ?? []
    const [, link = ''] = /href="([^"]+)"/.exec(text) ?? []
    return { file, to, link }
  })
}

/** Asks for a link as a browser without JavaScript does; returns the page that answers. */
export async function askForLink(studio: Studio, email: string): Promise<string> {
  const page = `${studio.url}/login/forgotten`
  const { fields } = parseForm(await (await fetch(page)).text())
  const { status, html } = await postForm(page, fields, [['email', email]])
  expect(status).toBe(200)
  return html
}

/** Does `ask`, and waits for the link of the mail that it has sent to this address. */
export async function mailedLink(
  studio: Studio,
  email: string,
  ask: () => Promise<unknown>,
): Promise<string> {
  // As if the last mail were long ago.
  await studio.sql(`delete from private.password_recoveries;
    update auth.users set recovery_sent_at = recovery_sent_at - interval '61 seconds' where email = '${email}'`)
  const before = new Set(authMails(studio).map(({ file }) => file))
  const newMails = () => authMails(studio).filter(({ file, to }) => !before.has(file) && to === email)
  await ask()
  await expect.poll(() => newMails().length, { timeout: 15_000 }).toBe(1)
  return newMails()[0]?.link ?? ''
}

/** Opens a link and posts a password by its form, as a browser without JavaScript does. */
export async function postPassword(link: string, password: string, headers: Record<string, string> = {}) {
  const opened = await fetch(link, { headers, redirect: 'manual' })
  const { fields } = parseForm(await opened.text())
  const posted = await postForm(link, fields, [['password', password]], headers)
  // Of a cookie that was set twice the later counts.
  const jar = new Map(posted.cookies.map((cookie) => cookie.split(';')[0]?.split('=') as [string, string]))
  return { ...posted, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
}
