import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ClaimedMail } from '@/lib/mail/claimed'
import { composeMail } from '@/lib/mail/compose'
import { listSavedMails, deleteSavedMails } from '@/lib/mail/files'
import { MAIL_TIMES, openTransport } from '@/lib/mail/transport'
import { ERASED_EMAIL } from '@/lib/statuses'
import { reply, startMailServer } from '../smtp'

const mail: ClaimedMail = {
  id: '00000000-0000-4000-8000-00000000000a',
  lease: '00000000-0000-4000-8000-00000000000b',
  about_id: '00000000-0000-4000-8000-00000000000c',
  about: 'inquiry',
  kind: 'received',
  recipient: 'visitor',
  name: 'Ana',
  email: 'ana@example.com',
  message: null,
  package: null,
  known_date: null,
  known_start_time: null,
}
const sender = { from: 'calls@studio.test', to: 'us@studio.test', secret: '' }

/** Sends one mail to the server at `url`. `times` shortens the time limits, which are minutes. */
function send(url: string, times: Partial<typeof MAIL_TIMES> = {}) {
  const config = { kind: 'smtp', url, ...sender } as const
  return openTransport(config, { ...MAIL_TIMES, ...times })(composeMail(mail, config), mail)
}

describe('the site’s mail', () => {
  let close = async () => {}
  afterEach(() => close())
  const start = async (options: SMTPServerOptions) => {
    const server = await startMailServer(options)
    close = server.close
    return server
  }

  test('a mail goes out at the second try if the server asked to come back later', async () => {
    let tries = 0
    const server = await start({ onRcptTo: (_, __, done) => done(tries++ ? null : reply(451, 'Greylisted')) })
    expect(await send(server.url)).toEqual({ outcome: 'failed', error: '451 EENVELOPE RCPT TO' })
    expect(await send(server.url)).toEqual({ outcome: 'sent' })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [
      'refuses the recipient',
      { onRcptTo: (_, __, done) => done(reply(550, '<ana@example.com> unknown')) },
      'refused',
    ],
    ['is full for the recipient', { onRcptTo: (_, __, done) => done(reply(452)) }, 'failed'],
    ['does not know the sender', { onMailFrom: (_, __, done) => done(reply(550)) }, 'failed'],
    [
      'refuses the message',
      { onData: (stream, _, done) => stream.resume().on('end', () => done(reply(554))) },
      'refused',
    ],
    [
      'cannot take the message now',
      { onData: (stream, _, done) => stream.resume().on('end', () => done(reply(451))) },
      'failed',
    ],
    ['turns everybody away', { onConnect: (_, done) => done(reply(554)) }, 'failed'],
  ] as [string, SMTPServerOptions, string][])(
    'has the right outcome if the server %s',
    async (_, options, outcome) => {
      const result = await send((await start(options)).url)
      expect(result).toMatchObject({ outcome })
      expect(JSON.stringify(result)).not.toContain('example.com')
    },
  )

  test('a mail fails if the server refuses the password; without encryption no password is sent', async () => {
    const passwords: unknown[] = []
    const { url } = await start({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _, done) => {
        passwords.push(password)
        done(reply(535))
      },
    })
    expect(await send(url.replace('//', '//studio:hunter2@'))).toMatchObject({ outcome: 'failed' })
    expect(passwords).toEqual([])
  })

  test('a mail goes out once to a slow server, which has ten minutes to acknowledge it', async () => {
    const answerAfter = (milliseconds: number): SMTPServerOptions => ({
      onData: (stream, _, done) => stream.resume().on('end', () => setTimeout(done, milliseconds)),
    })
    const { url } = await start(answerAfter(2_500))
    expect(await send(url, { step: 2_000, handover: 2_000, answer: 60_000 })).toEqual({ outcome: 'sent' })
    expect(MAIL_TIMES.answer).toBe(10 * 60_000)
  })

  test('a mail that the server never acknowledges is ‘unanswered’, not ‘failed’', async () => {
    const { url } = await start({ onData: (stream) => stream.resume() })
    expect(await send(url, { answer: 300 })).toMatchObject({ outcome: 'unanswered' })
  })

  test('a mail fails after seconds if the server hangs before the message, because nothing arrived', async () => {
    const { url } = await start({ onRcptTo: () => {} })
    expect(await send(url, { handover: 300 })).toEqual({ outcome: 'failed', error: 'EABORT' })
  })

  test('a mail is ‘unanswered’ if the server breaks off its acknowledgement, or repeats its last reply', async () => {
    for (const last of ['', '25', '354 go on\r\n']) {
      const server = createServer((socket) => {
        let isMessage = false
        socket.on('data', (text) => {
          if (String(text).endsWith('\r\n.\r\n')) socket.end(last)
          if (isMessage) return
          isMessage = /^DATA/m.test(String(text))
          socket.write(isMessage ? '354 go on\r\n' : '250 ok\r\n')
        })
        socket.write('220 here\r\n')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'unanswered' })
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test('a mail fails if the server drops the connection at the DATA command', async () => {
    const server = createServer((socket) => {
      socket.write('220 here\r\n')
      socket.on('data', (text) =>
        /^DATA/m.test(String(text)) ? socket.destroy() : socket.write('250 ok\r\n'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'failed' })
    await new Promise((resolve) => server.close(resolve))
  })

  test('a mail fails if the server says nothing or does not exist', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    expect(await send(`smtp://127.0.0.1:${port}`, { handover: 300 })).toEqual({
      outcome: 'failed',
      error: 'EABORT',
    })
    await new Promise((resolve) => silent.close(resolve))
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'failed' })
  })
})

describe('without a mail server', () => {
  let folder: string
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'outbox')
    Object.assign(process.env, { MAIL_FOLDER: folder, OUTBOX_SECRET: 'x' })
  })
  afterEach(async () => {
    delete process.env.MAIL_FOLDER
    delete process.env.OUTBOX_SECRET
    await rm(join(folder, '..'), { recursive: true })
  })
  const keep = (change: Partial<ClaimedMail> = {}) => {
    const config = { kind: 'files', folder, ...sender } as const
    const kept = { ...mail, ...change } as ClaimedMail
    return openTransport(config)(composeMail(kept, config), kept)
  }

  test('without a mail server a mail is a file that mail programs open; the same mail twice is one file', async () => {
    expect(await listSavedMails()).toEqual([])
    expect([await keep(), await keep()]).toEqual([{ outcome: 'sent' }, { outcome: 'sent' }])
    const [{ name: file } = { name: '' }, ...others] = await listSavedMails()
    expect(others).toEqual([])
    expect(file).toMatch(/^received-to-visitor\..*\.eml$/)
    expect(file).not.toContain('ana')
    expect((await simpleParser(await readFile(join(folder, file)))).subject).toBe('We have your message')
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('erasing a person or a request deletes the files of their mails, also of mails to the studio', async () => {
    const other = '00000000-0000-4000-8000-00000000000d'
    await keep()
    await keep({ id: other, recipient: 'studio', email: 'Ana@example.com' })
    await keep({ id: '00000000-0000-4000-8000-00000000000e', about_id: other, email: 'bea@example.com' })
    await deleteSavedMails({ email: 'ANA@example.com' })
    expect(await listSavedMails()).toHaveLength(1)
    await deleteSavedMails({ requests: [other] })
    expect(await listSavedMails()).toEqual([])
  })

  test('erasing a request deletes the files of mails to all its addresses, but not nameless ones', async () => {
    const [first, second] = ['00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000e']
    await keep({ email: 'anna@example.com' })
    await keep({ id: first })
    await keep({ id: second, recipient: 'studio', email: ERASED_EMAIL })
    await deleteSavedMails({ requests: [mail.about_id] })
    expect(await listSavedMails()).toEqual([
      expect.objectContaining({ name: expect.stringContaining(second) }),
    ])
  })

  test('a mail fails and is tried again if the folder for its file cannot be written', async () => {
    await rm(join(folder, '..'), { recursive: true })
    folder = '/dev/null/outbox'
    expect(await keep()).toMatchObject({ outcome: 'failed', error: 'ENOTDIR' })
    folder = join(await mkdtemp(join(tmpdir(), 'mails-')), 'outbox')
  })
})
