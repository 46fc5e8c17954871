import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { ERASED_EMAIL } from '../statuses'
import type { ClaimedMail } from './claimed'
import { readMail } from './config'

// Names: `.studio/outbox/<kind>-to-<recipient>.<request id>.<hash of the e-mail>.<mail id>.eml`.

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

export async function saveMail(folder: string, options: SendMailOptions, mail: ClaimedMail): Promise<void> {
  const { message } = await composer.sendMail(options)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, fileName(mail))
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** Newest first; `at` is ISO 8601. */
export async function listSavedMails(): Promise<{ name: string; at: string }[]> {
  const folder = mailFolder()
  if (!folder) return []
  const files = await readNames(folder)
  const dated = await Promise.all(
    files.map(async (name) => ({
      name,
      at: ((await stat(join(folder, name)).catch(() => null))?.mtime ?? new Date(0)).toISOString(),
    })),
  )
  return dated.toSorted((a, b) => b.at.localeCompare(a.at))
}

export async function readSavedMail(name: string): Promise<Buffer | null> {
  const folder = mailFolder()
  if (!folder || !(await readNames(folder)).includes(name)) return null
  return readFile(join(folder, name)).catch(() => null)
}

/** Keeps mails about requests that were erased earlier, because these contain no name. */
export async function deleteSavedMails(
  selection: { requests: string[] } | { email: string } | { mail: string },
): Promise<void> {
  const folder = mailFolder()
  if (!folder) return
  const parts = new Set(
    'requests' in selection
      ? selection.requests
      : ['mail' in selection ? selection.mail : hashEmail(selection.email)],
  )
  const erased = hashEmail(ERASED_EMAIL)
  const files = (await readNames(folder)).filter((name) => {
    const named = name.split('.')
    return named.some((part) => parts.has(part)) && !named.includes(erased)
  })
  await Promise.all(files.map((name) => rm(join(folder, name), { force: true })))
}

function mailFolder(): string | undefined {
  const config = readMail()
  return config?.kind === 'files' ? config.folder : undefined
}

async function readNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}

export function fileName({ kind, recipient, about_id, email, id }: ClaimedMail): string {
  return [`${kind}-to-${recipient}`, about_id, hashEmail(email), id, 'eml'].join('.')
}

/** No file name contains the address. */
function hashEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
}
