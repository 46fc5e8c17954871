import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claimed'
import { readMail } from './config'

// Mails of a studio without a mail server: `.studio/outbox/received-to-visitor.<record>.<person>.<mail>.eml`.

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Keeps a mail as a file; the same mail again is the same file. */
export async function keepMail(folder: string, options: SendMailOptions, mail: ClaimedMail): Promise<void> {
  const { message } = await composer.sendMail(options)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, fileName(mail))
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

/** The files in which mails are kept, newest first; none where mails are not kept as files. */
export async function listKeptMails(): Promise<string[]> {
  const folder = keptIn()
  if (!folder) return []
  const files = await readNames(folder)
  const dated = await Promise.all(
    files.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  )
  return dated.toSorted((a, b) => b.at - a.at).map(({ name }) => name)
}

/** A kept mail as it is in its file; null when there is none of this name. */
export async function readKeptMail(name: string): Promise<Buffer | null> {
  const folder = keptIn()
  if (!folder || !(await readNames(folder)).includes(name)) return null
  return readFile(join(folder, name)).catch(() => null)
}

/** Removes the kept mails of a record, by its id, or of a person, by their e-mail address. Does nothing where there are none. */
export async function removeKeptMails(whose: { record: string } | { email: string }): Promise<void> {
  const folder = keptIn()
  if (!folder) return
  const part = 'record' in whose ? whose.record : hashEmail(whose.email)
  const files = (await readNames(folder)).filter((name) => name.split('.').includes(part))
  await Promise.all(files.map((name) => rm(join(folder, name), { force: true })))
}

function keptIn(): string | undefined {
  const config = readMail()
  return config?.kind === 'files' ? config.folder : undefined
}

async function readNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.eml'))
}

export function fileName({ kind, recipient, record_id, email, id }: ClaimedMail): string {
  return [`${kind}-to-${recipient}`, record_id, hashEmail(email), id, 'eml'].join('.')
}

/** Enough to find a person's files by, without their address in a file's name. */
function hashEmail(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
}
